import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { missingSessionBus } from '../../src/credentials/session-bus.ts'
import { makeFolder } from './support.ts'

it('reports why there is no session bus (P20)', () => {
  expect(missingSessionBus({})).toContain('DBUS_SESSION_BUS_ADDRESS')
  expect(missingSessionBus({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent,guid=1' })).toContain('/nonexistent')
  expect(missingSessionBus({ XDG_RUNTIME_DIR: '/nonexistent' })).toContain('/nonexistent/bus')
})

it('treats a bus that may exist as available', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'bus'), '')

  expect(missingSessionBus({ XDG_RUNTIME_DIR: folder })).toBeNull()
  expect(missingSessionBus({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')},guid=1` })).toBeNull()
  expect(missingSessionBus({ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/x' })).toBeNull()
  expect(missingSessionBus({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent;unix:abstract=/tmp/x' })).toBeNull()
})

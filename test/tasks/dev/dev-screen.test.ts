import { expect, it, onTestFinished } from 'vitest'

import type { TimedEvent } from '../../../src/dev/events/dev-event.ts'
import { createDevScreen } from '../../../src/tasks/dev/dev-screen.ts'
import { captureTerminal } from '../../support/context.ts'

const registered: TimedEvent = { event: 'registered', appKey: 'app.acme.try', created: false, warnings: [] }
const listening: TimedEvent = { event: 'app-listening', pid: 1, command: ['node'], url: 'http://127.0.0.1:3000', ms: 5 }
const ready = {
  event: 'ready',
  appKey: 'app.acme.try',
  pid: 1,
  target: 'emulator',
  platform: 'default',
  app: 'http://127.0.0.1:3000',
  gateway: 'http://127.0.0.1:4000',
  outbound: 'http://127.0.0.1:4001',
  tunnel: null,
  admin: 'http://localhost:4801',
  webhooks: 'http://127.0.0.1:4000/webhooks',
  portal: null,
  storefront: null,
  inspector: null,
  health: null,
  store: 'demo',
} as TimedEvent

it('turns a spinner while it starts, and not when a changed app.toml is registered later', async () => {
  const { terminal, stderr } = captureTerminal({ width: 80 })
  const screen = await createDevScreen({ terminal, env: {} })
  onTestFinished(screen.close)

  screen.show(registered)
  expect(stderr()).toContain('Looking for a test store')
  for (const event of [listening, ready]) screen.show(event)
  const before = stderr().length
  screen.show(registered)

  expect(stderr().slice(before)).not.toContain('Looking for a test store')
})

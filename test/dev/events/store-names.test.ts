import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createStoreNames } from '../../../src/dev/events/store-names.ts'
import { statePaths } from '../../../src/project/paths.ts'

it('unknown stores have no name if the installs on record cannot be read', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svcapp-names-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const paths = statePaths({ env: {}, dataDir })
  writeFileSync(paths.stateDb, 'no database at all, and too long for an empty one')
  const names = createStoreNames({ paths, now: () => new Date() }, 'app.acme.loyalty')
  names.use('emulator:one')
  names.learn({ id: 1, code: 'demo', regions: [] })

  expect(names.of('1', '7')).toEqual({ storeCode: 'demo', regionCode: null })
  expect(names.of('2', null)).toEqual({ storeCode: null, regionCode: null })
  expect(names.all()).toEqual({ target: 'emulator', stores: { 1: 'demo' }, regions: {} })
})

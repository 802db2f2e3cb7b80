import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, it, onTestFinished } from 'vitest'

import { openInstalls, type Install } from '../../src/project/installs.ts'

function stateDb(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-state-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return join(dir, 'state', 'state.db')
}

function open(path = stateDb()) {
  const installs = openInstalls({ stateDb: path })
  onTestFinished(() => installs.close())
  return installs
}

const app = { identity: 'emulator:one', appKey: 'app.acme.loyalty' }

function install(changes: Partial<Install> = {}): Install {
  return {
    ...app,
    storeId: 1001,
    regionId: 7,
    storeCode: 'demo',
    storeName: 'Demo',
    storeDomain: 'demo.example',
    installScope: 'region',
    scopes: ['orders.read'],
    regions: [{ id: 7, code: 'tr', currency: 'TRY' }],
    installedAt: '2026-11-21T12:00:00.000Z',
    ...changes,
  }
}

describe('the saved installs', () => {
  it('are read back unchanged (EXCH-039)', () => {
    const installs = open()
    installs.put(install())

    expect(installs.find({ ...app, storeId: 1001, regionId: 7 })).toEqual(install())
    expect(installs.list(app)).toEqual([install()])
  })

  it('exist once for each store and region, and once for the whole store (PIN-014)', () => {
    const installs = open()
    for (const regionId of [7, 8, null]) installs.put(install({ regionId }))

    expect(installs.list(app).map(({ regionId }) => regionId)).toEqual([7, 8, null])
    expect(installs.find({ ...app, storeId: 1001, regionId: 9 })).toBeNull()
  })

  it('are replaced by a new install of the same store and region', () => {
    const installs = open()

    expect(installs.put(install({ regionId: null }))).toBe(false)
    expect(installs.put(install({ regionId: null, storeName: 'New' }))).toBe(true)
    expect(installs.list(app).map(({ storeName }) => storeName)).toEqual(['New'])
  })

  it('are stored separately by target and app (T25)', () => {
    const installs = open()
    installs.put(install())

    expect(installs.list({ ...app, identity: 'https://api.example' })).toEqual([])
    expect(installs.list({ ...app, appKey: 'app.acme.other' })).toEqual([])
    expect(installs.listAll()).toHaveLength(1)
  })

  it('are deleted one by one', () => {
    const installs = open()
    installs.put(install({ regionId: 7 }))
    installs.put(install({ regionId: 8 }))

    expect(installs.remove({ ...app, storeId: 1001, regionId: 7 })).toBe(true)
    expect(installs.remove({ ...app, storeId: 1001, regionId: 7 })).toBe(false)
    expect(installs.list(app)).toHaveLength(1)
  })

  it('include the current store and region of an app on a target', () => {
    const installs = open()
    installs.setCurrent(app, { storeId: 1, storeCode: 'a', regionId: null })
    installs.setCurrent(app, { storeId: 2, storeCode: null, regionId: 8 })

    expect(installs.current(app)).toEqual({ storeId: 2, storeCode: null, regionId: 8 })
    expect(installs.current({ ...app, identity: 'emulator:two' })).toBeNull()
    installs.setCurrent(app, null)
    expect(installs.current(app)).toBeNull()
  })

  it('are in a file that only this user can access (T17)', () => {
    const path = stateDb()
    open(path).put(install())

    expect(statSync(path).mode & 0o077).toBe(0)
    expect(statSync(join(path, '..')).mode & 0o077).toBe(0)
  })

  it('have no field for a token (GEN-003)', () => {
    const path = stateDb()
    const installs = openInstalls({ stateDb: path })
    // A caller that hands in more than it should.
    installs.put({ ...install(), token: 'svcapp_1001_7_planted' } as Install)
    installs.close()

    expect(readFileSync(path).includes('svcapp_')).toBe(false)
  })

  it('survive 20 simultaneous writers without a loss (P14)', async () => {
    const path = stateDb()
    const installs = open(path)
    const script = `
      import { openInstalls } from ${JSON.stringify(new URL('../../src/project/installs.ts', import.meta.url).href)}
      const installs = openInstalls({ stateDb: process.argv[1] })
      installs.put({ ...${JSON.stringify(install())}, storeId: Number(process.argv[2]) })
      installs.setCurrent(${JSON.stringify(app)}, { storeId: 1, storeCode: null, regionId: null })
    `
    const run = promisify(execFile)
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        run(process.execPath, ['--input-type=module-typescript', '-e', script, path, String(at + 1)]),
      ),
    )

    expect(
      installs
        .list(app)
        .map(({ storeId }) => storeId)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })
})

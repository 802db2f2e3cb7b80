import { writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import Register from '../../../src/commands/register.ts'
import StoreList from '../../../src/commands/store/list.ts'
import StoreOpen from '../../../src/commands/store/open.ts'
import StoreUse from '../../../src/commands/store/use.ts'
import { openInstalls } from '../../../src/project/installs.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'

const app = { identity: 'emulator:test', appKey: 'app.acme.loyalty' }

async function registered() {
  const made = makeProject()
  await runCommand(Register, [], made.context)
  const current = () => {
    const installs = openInstalls(made.context.paths)
    const store = installs.current(app)
    installs.close()
    return store
  }
  const codes = async () =>
    (await made.control<{ app: { test_store_codes: string[] } }>('GET', '/apps/app.acme.loyalty')).app.test_store_codes
  return { ...made, current, codes }
}

describe('app store open', () => {
  it('opens a test store for the app, and selects it as current (APP-019 APP-022)', async () => {
    const { context, current, codes } = await registered()

    const { result, stdout } = await runCommand(StoreOpen, ['--name', 'Two', '--regions', 'TR,DE'], context)

    expect(result?.store).toMatchObject({ name: 'Two', regions: [{ countryCode: 'TR' }, { countryCode: 'DE' }] })
    expect(current()).toEqual({ storeId: result?.store.id, storeCode: result?.store.code, regionId: null })
    expect(await codes()).toEqual([result?.store.code])
    expect(stdout).toContain(result?.manager.password)
  })

  it('reports that commands without --store now use it, if another one was current', async () => {
    const { context } = await registered()

    const first = await runCommand(StoreOpen, ['--empty'], context)
    const before = context.captured.stderr().length
    await runCommand(StoreOpen, ['--empty', '--name', 'Two'], context)

    expect(first.stderr).not.toContain('current store')
    expect(context.captured.stderr().slice(before)).toBe(
      'The new store replaces demo as the current store. To switch back: `app store use demo`.\n',
    )
  })

  it('creates three regions by default', async () => {
    const { context } = await registered()

    const { result } = await runCommand(StoreOpen, ['--empty'], context)

    expect(result?.store.regions.map(({ countryCode }) => countryCode)).toEqual(['TR', 'DE', 'GB'])
  })

  it('opens regions without a domain (DISC-072)', async () => {
    const { context } = await registered()

    const argv = ['--regions', 'TR,DE,GB', '--without-domain', 'de, GB', '--empty']
    const { result } = await runCommand(StoreOpen, argv, context)
    const other = await runCommand(StoreOpen, ['--regions', 'TR', '--without-domain', 'FR'], context)

    expect(result?.store.regions.map(({ domain }) => domain)).toEqual(['tr.demo.shop.example', null, null])
    expect([other.exit, other.error?.code]).toEqual([2, 'emulator.bad-request'])
  })

  it('fills the store with the selected seed, with none for --empty, and rejects both together', async () => {
    const { context, emulator } = await registered()
    const orders = async (argv: readonly string[]) => {
      const { result } = await runCommand(StoreOpen, argv, context)
      const db = emulator.context.storeDb(result?.store.id ?? 0)
      return Number(db.prepare('SELECT count(*) AS n FROM orders').get()?.['n'])
    }

    expect(await orders([])).toBe(40)
    expect(await orders(['--seed', 'demo'])).toBe(500)
    expect(await orders(['--seed', 'none'])).toBe(0)
    expect(await orders(['--empty'])).toBe(0)
    expect((await runCommand(StoreOpen, ['--empty', '--seed', 'demo'], context)).exit).toBe(2)
  })

  it('works outside a project', async () => {
    const { context } = makeProject({ appToml: null })

    const { result, exit } = await runCommand(StoreOpen, ['--empty'], context)

    expect([exit, result?.store.name]).toEqual([0, 'Demo'])
  })

  it('stops at an invalid app.toml (P13)', async () => {
    const { exit, error } = await runCommand(StoreOpen, [], makeProject({ appToml: 'key =' }).context)

    expect([exit, error?.code]).toEqual([3, 'project.malformed'])
  })

  it('shows the next step for an unregistered app', async () => {
    const { error, exit } = await runCommand(StoreOpen, ['--empty'], makeProject().context)

    expect([error?.code, exit]).toEqual(['emulator.unknown-app', 3])
  })

  it('rejects a region that is not a country', async () => {
    const { context } = await registered()

    const { error, exit } = await runCommand(StoreOpen, ['--regions', 'Mars'], context)

    expect(exit).toBeGreaterThan(0)
    expect(error?.message).toContain('MARS')
  })
})

describe('app store list', () => {
  it('shows every store, the current one, and where the app can be installed', async () => {
    const { context, openStore } = await registered()
    await openStore({ name: 'Foreign', seed: 'none' })
    await runCommand(StoreOpen, ['--name', 'Own', '--empty'], context)

    const { result } = await runCommand(StoreList, [], context)

    expect(result?.stores.map(({ name, current, testStore }) => [name, current, testStore])).toEqual([
      ['Foreign', false, false],
      ['Own', true, true],
    ])
  })

  it('shows how to open the first store', async () => {
    const { stdout } = await runCommand(StoreList, [], makeProject({ appToml: null }).context)

    expect(stdout).toMatch(/app store open/)
  })

  it('prints one document with --json', async () => {
    const { context, openStore } = makeProject({ appToml: null })
    await openStore({ name: 'A \u001b[31m', seed: 'none' })

    const { stdout } = await runCommand(StoreList, ['--json'], context)

    expect(JSON.parse(stdout).stores).toHaveLength(1)
    expect(stdout).not.toContain('\u001b')
  })
})

describe('app store use', () => {
  it('selects a store of another app as current and allows this app to be installed there (B54)', async () => {
    const { context, openStore, current, codes } = await registered()
    const { code, store } = await openStore({ seed: 'none' })

    const { exit } = await runCommand(StoreUse, [code], context)

    expect(exit).toBe(0)
    expect(current()).toMatchObject({ storeId: store.id, storeCode: code })
    expect(await codes()).toEqual([code])
  })

  it('clears the region of the previous store, and keeps it for the same store', async () => {
    const { context, openStore, current } = await registered()
    const [one, other] = [await openStore({ seed: 'none' }), await openStore({ seed: 'none' })]
    await runCommand(StoreUse, [one.code], context)
    const installs = openInstalls(context.paths)
    installs.setCurrent(app, { storeId: one.store.id, storeCode: one.code, regionId: 7 })
    installs.close()

    await runCommand(StoreUse, [String(one.store.id)], context)
    expect(current()?.regionId).toBe(7)
    await runCommand(StoreUse, [other.code], context)
    expect(current()?.regionId).toBeNull()
  })

  it('suggests the existing stores for an unknown one', async () => {
    const { context, openStore } = await registered()
    const { code } = await openStore({ seed: 'none' })

    const { error, exit } = await runCommand(StoreUse, ['nowhere'], context)

    expect([error?.code, exit]).toEqual(['store.unknown', 2])
    expect(JSON.stringify(error)).toContain(code)
  })
})

describe('the live platform', () => {
  const live =
    '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n'

  it.each([
    ['open', StoreOpen, []],
    ['list', StoreList, []],
    ['use', StoreUse, ['x']],
  ])('rejects app store %s, which has no interface there', async (_name, Class, argv) => {
    const { context, file } = makeProject()
    writeFileSync(file, plainAppToml + live)

    const { error, exit } = await runCommand(Class as typeof StoreOpen, [...argv, '--target', 'live'], context)

    expect([error?.code, exit]).toEqual(['usage.invalid', 2])
    expect(error?.message).toContain('works only on the emulator')
  })
})

it('lists the existing stores for an unknown one, and suggests a new store only if none exists', async () => {
  const { context } = await registered()

  const first = await runCommand(StoreUse, ['nosuch'], context)
  await runCommand(StoreOpen, ['--empty'], context)
  const { error } = await runCommand(StoreUse, ['nosuch'], context)

  expect(first.error).toMatchObject({ suggestions: ['Emulator stores: none.', 'app store open --name Demo'] })
  expect(error).toMatchObject({
    suggestions: [expect.stringMatching(/^Emulator stores: demo \(id \d+\)\.$/), 'app store list'],
  })
})

import { expect, it } from 'vitest'

import type { AppCommandClass } from '../../../../src/cli.ts'
import WarehousesClaim from '../../../../src/commands/call/warehouses/claim.ts'
import WarehousesCreate from '../../../../src/commands/call/warehouses/create.ts'
import WarehousesList from '../../../../src/commands/call/warehouses/list.ts'
import WarehousesRelease from '../../../../src/commands/call/warehouses/release.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

async function makeInstalled() {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: ['products.read', 'inventory.write'] },
  })
  const call = (Class: AppCommandClass, argv: readonly string[]) => runCommand(Class, argv, platform.context())
  const list = async () => {
    const { stdout } = await call(WarehousesList, ['--json'])
    return JSON.parse(stdout) as {
      items: { id: number; code: string; name: string; isMine: boolean }[]
      myWarehouseCount: number
    }
  }
  return { ...platform, call, list }
}

it('creates a warehouse in the given region, and shows its owner (WH-018 WH-023)', async () => {
  const { call, list, store } = await makeInstalled()

  const { stdout, exit } = await call(WarehousesCreate, ['--name', 'Hall 7', '--region', 'de'])
  const { items, myWarehouseCount } = await list()
  const made = items.find(({ name }) => name === 'Hall 7')

  expect([exit, myWarehouseCount, made?.isMine]).toEqual([0, 1, true])
  const region = store.store.regions.find(({ code }) => code === 'de')
  expect(stdout).toBe(`Created warehouse ${made?.id}: Hall 7 (${made?.code}) in region ${region?.id}.\n`)
})

it('the command has no option for a code or an address (WH-026 WH-028)', () => {
  const flags = Object.keys((WarehousesCreate as unknown as { flags: object }).flags)

  expect(flags).toContain('name')
  expect(flags.filter((name) => /code|address|default/.test(name))).toEqual([])
})

it('creates nothing without a region (WH-022 PIN-006)', async () => {
  const { call, calls } = await makeInstalled()

  const { exit, error } = await call(WarehousesCreate, ['--name', 'Hall 7'])

  expect([exit, error?.code]).toEqual([2, 'pin.missing'])
  expect(calls()).toEqual([])
})

it('claims an empty warehouse, reports one that the app already owns, and releases it (WH-029 WH-032 WH-041)', async () => {
  const { call, list } = await makeInstalled()
  const spare = (await list()).items.find(({ code }) => code === 'tr-spare')
  const id = String(spare?.id)

  const claimed = await call(WarehousesClaim, [id, '--region', 'tr'])
  const again = await call(WarehousesClaim, [id, '--region', 'tr'])
  const released = await call(WarehousesRelease, [id, '--region', 'tr'])
  const gone = await call(WarehousesRelease, [id, '--region', 'tr'])

  expect(claimed.stdout).toBe(`Warehouse ${id} (Spare room) now belongs to your app.\n`)
  expect(again.stdout).toBe(`Warehouse ${id} already belongs to your app.\n`)
  expect(released.stdout).toBe(`Warehouse ${id} was returned to the store, with its stock.\n`)
  expect([gone.exit, gone.error?.message]).toEqual([12, expect.stringContaining('This warehouse is not bound to you')])
})

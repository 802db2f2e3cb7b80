import { expect, it } from 'vitest'

import type { AppCommandClass } from '../../../../src/cli.ts'
import InventoryAdjust from '../../../../src/commands/call/inventory/adjust.ts'
import WarehousesCreate from '../../../../src/commands/call/warehouses/create.ts'
import { runCommand } from '../../../support/command/command.ts'
import { regionOf } from '../../../support/emulator.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

/** The app with product 1 of its own, and no warehouse yet. */
async function makeInstalled(scopes = ['products.read', 'inventory.write']) {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: scopes },
  })
  const { made, store, app, sent } = platform
  const db = made.emulator.context.storeDb(store.store.id)
  db.prepare('UPDATE products SET owner_app_key = ? WHERE id = 1').run(app.appKey)
  const call = (Class: AppCommandClass, argv: readonly string[]) => runCommand(Class, argv, platform.context())
  const createWarehouse = async (name: string, region = 'tr') => {
    const { stdout } = await call(WarehousesCreate, ['--name', name, '--region', region, '--json'])
    sent.length = 0
    return (JSON.parse(stdout) as { id: number }).id
  }
  const adjust = (...more: string[]) =>
    call(InventoryAdjust, ['--product-id', '1', '--mode', 'set', '--quantity', '3', '--region', 'tr', ...more])
  const stockIn = (warehouse: number) =>
    db.prepare('SELECT quantity FROM stock WHERE product_id = 1 AND warehouse_id = ?').get(warehouse)?.['quantity']
  const requests = () =>
    platform.calls().map(({ method, url }) => `${method} ${url.pathname.replace('/api/apps/v1', '')}`)
  return { ...platform, db, call, createWarehouse, adjust, stockIn, requests }
}

it('reads its own warehouse from GET /warehouses, in the region of the write (WH-007 WH-008 INV-016)', async () => {
  const { createWarehouse, adjust, stockIn, requests, calls, store } = await makeInstalled()
  await createWarehouse('Berlin', 'de')
  const hall = await createWarehouse('Hall')

  const { stdout, stderr, exit } = await adjust()

  expect([exit, stdout, stderr]).toEqual([0, 'Stock changed.\n', `Warehouse: Hall (id ${hall}).\n`])
  expect(stockIn(hall)).toBe('3')
  expect(requests()).toEqual(['GET /warehouses', 'POST /inventory/adjust'])
  const pin = String(regionOf(store, 'tr').id)
  expect(calls().map(({ headers }) => headers['X-Region-Id'])).toEqual([pin, pin])
})

it('reads the id at each call and finds a new warehouse after the first one was released (WH-008)', async () => {
  const { createWarehouse, adjust, stockIn, db } = await makeInstalled()
  const first = await createWarehouse('First')
  await adjust()
  db.prepare('UPDATE warehouses SET owner_app_key = NULL WHERE id = ?').run(first)
  const second = await createWarehouse('Second')

  db.exec("UPDATE stock SET quantity = '50'")

  await adjust()

  expect([stockIn(first), stockIn(second)]).toEqual(['50', '3'])
})

it('sends a given warehouse of the app as typed (WH-007)', async () => {
  const { createWarehouse, adjust, stockIn, calls } = await makeInstalled()
  const first = await createWarehouse('First')
  const second = await createWarehouse('Second')

  const { exit, stderr } = await adjust('--warehouse-id', String(second), '--notes', 'Counted')

  expect([exit, stderr, stockIn(first), stockIn(second)]).toEqual([0, '', undefined, '3'])
  expect(Buffer.from(calls().at(-1)?.body ?? '').toString()).toBe(
    `{"productId":1,"mode":"set","quantity":3,"warehouseId":${second},"notes":"Counted"}`,
  )
})

it.each([
  ['another region', (ids: { berlin: number }) => String(ids.berlin)],
  ['the store', () => '1'],
  ['nobody', () => '9007199254740993'],
])('rejects a warehouse of %s before writing anything (WH-007 INV-016)', async (_, idOf) => {
  const { createWarehouse, adjust, requests, db } = await makeInstalled()
  const berlin = await createWarehouse('Berlin', 'de')
  const hall = await createWarehouse('Hall')

  const { exit, error, stderr } = await adjust('--warehouse-id', idOf({ berlin }))

  expect([exit, error?.code]).toEqual([2, 'inventory.warehouse-not-owned'])
  expect(stderr).toContain(`Use one of your warehouses: Hall (id ${hall}).`)
  expect(requests()).toEqual(['GET /warehouses'])
  expect(db.prepare('SELECT count(*) AS n FROM stock_movements').get()?.['n']).toBe(0)
})

it('sends no adjustment without a warehouse of the app, and shows the hint of the platform (INV-017)', async () => {
  const { adjust, requests, made, store, credentials, identity, app } = await makeInstalled()

  const { exit, error, stderr, stdout } = await adjust()

  const key = { identity, appKey: app.appKey, kind: 'token', storeId: store.store.id, regionId: null } as const
  const answer = await made.api((await credentials.get(key)) ?? '', '/warehouses')
  const { hint } = (await answer.json()) as { hint: string }
  expect([exit, error?.code, stdout]).toEqual([3, 'inventory.no-warehouse', ''])
  expect(stderr).toContain(hint)
  expect(stderr).toContain('app call warehouses create')
  expect(requests()).toEqual(['GET /warehouses'])
})

it('reports a missing warehouse of the app even with --warehouse-id (INV-017)', async () => {
  const { adjust, requests } = await makeInstalled()

  const { error } = await adjust('--warehouse-id', '1')

  expect(error?.code).toBe('inventory.no-warehouse')
  expect(requests()).toEqual(['GET /warehouses'])
})

it('reports that the list cannot be read without products.read (A38)', async () => {
  const { adjust, requests } = await makeInstalled(['inventory.write'])

  const { exit, error } = await adjust()

  expect([exit, error?.code]).toEqual([5, 'api.forbidden'])
  expect(error?.message).toContain('products.read')
  expect(requests()).toEqual(['GET /warehouses'])
})

it('sends nothing without a region (PIN-006)', async () => {
  const { call, requests } = await makeInstalled()

  const { error } = await call(InventoryAdjust, ['--product-id', '1', '--mode', 'set', '--quantity', '3'])

  expect(error?.code).toBe('pin.missing')
  expect(requests()).toEqual([])
})

it('relies on the response status alone, because INV-021 has no bulk command (INV-003)', async () => {
  const { createWarehouse, call, stockIn } = await makeInstalled()
  const hall = await createWarehouse('Hall')

  const data = '{"productId":1,"mode":"add","quantity":2,"warehouseId":null}'
  const { stdout, stderr } = await call(InventoryAdjust, ['--data', data, '--region', 'tr', '--json'])

  expect(JSON.parse(stdout)).toEqual({ success: true })
  expect([stderr, stockIn(hall)]).toEqual([`Warehouse: Hall (id ${hall}).\n`, '2'])
})

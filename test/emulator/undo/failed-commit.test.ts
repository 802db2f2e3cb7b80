import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import { goods } from '../../../src/control/operations/goods.ts'
import { stores } from '../../../src/control/operations/stores.ts'
import type { EmulatorContext } from '../../../src/emulator/context.ts'
import { readInput } from '../../../src/emulator/read-input.ts'
import { openStore } from '../../../src/emulator/seed/open-store.ts'
import { openEmulatorContext } from '../../../src/emulator/state/open-context.ts'
import { placeOrder } from '../../../src/emulator/store/orders/place-order.ts'
import { setStock } from '../../../src/emulator/store/products/set-stock.ts'
import { insertRow } from '../../../src/storage/statements.ts'
import { dumpState } from '../../support/emulator/dump.ts'

const options = {
  now: () => new Date('2026-11-21T09:00:00.000Z'),
  randomBytes,
  urls: () => ({ api: '', admin: '', portal: '', storefront: '' }),
}

/** Opens an emulator's state in files. A stop and a start give another one. */
function makeFolder() {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-commit-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dir = join(root, 'emulator')
  return { dir, open: () => openEmulatorContext({ ...options, dir }) }
}

/** Makes the database's next commit fail, as on a full disk. */
function failNextCommit(db: DatabaseSync): void {
  const exec = db.exec.bind(db)
  db.exec = (sql) => {
    if (sql !== 'COMMIT') return exec(sql)
    db.exec = exec
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  }
}

/** Places an order, which changes the store, and writes a log row into the registry. */
function placeLogged(context: EmulatorContext, storeId: number): void {
  placeOrder(context, { storeId, input: readInput(stores.placeOrder, { paid: true }) })
  context.log({ level: 'info', code: 'test', message: 'Placed.', details: {} })
}

it('an operation that the registry cannot commit is in no database, before and after a restart (P11)', () => {
  const { open } = makeFolder()
  const first = open()
  const { context } = first
  const { store } = openStore(context, readInput(stores.openStore, { name: 'Demo', seed: 'small' }))
  const order = () => placeLogged(context, store.id)
  context.step('order', order)
  const was = dumpState(context)

  failNextCommit(context.registry)
  expect(() => context.step('order', order)).toThrow('full')
  expect(dumpState(context)).toEqual(was)

  // A later operation in the store alone is not affected by the failed one.
  context.step('stock', () =>
    setStock(context, { storeId: store.id, productId: 1 }, readInput(goods.setStock, { quantity: '7' })),
  )
  context.step('order', order)
  const is = dumpState(context)
  first.close()
  const next = open()
  expect(dumpState(next.context)).toEqual(is)
  next.close()
})

it('an undo that the registry cannot commit can be repeated, and stays undone after a restart (P11)', () => {
  const { open } = makeFolder()
  const first = open()
  const { context, history } = first
  const { store } = openStore(context, readInput(stores.openStore, { name: 'Demo', seed: 'small' }))
  const before = dumpState(context)
  context.step('order', () => placeLogged(context, store.id))
  const after = dumpState(context)
  const how = history.last()?.how
  if (how?.kind !== 'rows') throw new Error('No rows changed.')

  failNextCommit(context.registry)
  expect(() => first.undo(how, new Set())).toThrow('full')
  expect(dumpState(context)).toEqual(after)

  first.undo(how, new Set())
  expect(dumpState(context)).toEqual(before)
  first.close()
  const next = open()
  expect(dumpState(next.context)).toEqual(before)
  next.close()
})

it('a new store that the registry cannot commit leaves no file, and can be opened again (P11)', () => {
  const { dir, open } = makeFolder()
  const { context, close } = open()
  const create = () =>
    context.step('store', () => openStore(context, readInput(stores.openStore, { name: 'Demo', seed: 'small' })))
  failNextCommit(context.registry)

  expect(create).toThrow('full')
  expect(existsSync(join(dir, 'stores', 'demo.db'))).toBe(false)

  const { store } = create()
  expect(store.code).toBe('demo')
  const { n } = context.storeDb(store.id).prepare('SELECT count(*) AS n FROM products').get() ?? {}
  const { n: kinds } = context.storeDb(store.id).prepare('SELECT count(DISTINCT name) AS n FROM products').get() ?? {}
  expect(n).toBe(kinds)
  close()
})

it('kill -9 before the registry commits reverts the first operation of a store without a file (P3)', () => {
  const { dir, open } = makeFolder()
  const { context, close } = open()
  const { store } = context.step('store', () =>
    openStore(context, readInput(stores.openStore, { name: 'Bare', seed: 'none' })),
  )
  const exec = context.registry.exec.bind(context.registry)
  context.registry.exec = (sql) => {
    if (sql === 'COMMIT') cpSync(dir, `${dir}-killed`, { recursive: true })
    exec(sql)
  }
  context.step('customer', () => {
    insertRow(context.storeDb(store.id), 'customers', { name: 'Ada', email: 'ada@x.example' })
    context.log({ level: 'info', code: 'test', message: 'Added.', details: {} })
  })
  close()

  const next = openEmulatorContext({ ...options, dir: `${dir}-killed` })
  const { n } = next.context.storeDb(store.id).prepare('SELECT count(*) AS n FROM customers').get() ?? {}
  expect([n, next.context.registry.prepare("SELECT 1 FROM log WHERE code = 'test'").all()]).toEqual([0, []])
  next.close()
})

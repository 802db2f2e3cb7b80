import type { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import { makeEmulator } from '../../support/emulator.ts'

/** Tables that a large store has very many rows of. */
const large =
  /^(SCAN|SEARCH) (orders|order_items|cost_lines|events|products|prices|stock|variants|customers|o|p|c|i|s|v)\b/

/** Collects what is read from here on: each statement once, as it is prepared. */
function recordStatements(db: DatabaseSync): string[] {
  const seen: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    if (/^\s*(SELECT|WITH)/.test(sql)) seen.push(sql)
    return prepare(sql)
  }
  return seen
}

/** The steps in which a statement goes through all rows of a large table. */
function scansOf(db: DatabaseSync, sql: string): string[] {
  return db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail))
    .filter((step) => large.test(step) && step.startsWith('SCAN'))
}

it('no store page scans a growing table, except for search, which uses an index', async () => {
  const { emulator, control, openStore, signIn, registerApp, installApp } = makeEmulator()
  const app = await registerApp()
  const store = await openStore({ appKey: app.appKey })
  await installApp({ app, store })
  const browser = await signIn(store)
  const { order } = await control<{ order: { id: number } }>('POST', `/stores/${store.code}/orders`, {})
  const db = emulator.context.storeDb(store.store.id)
  const statements = recordStatements(db)
  const pages = [
    'orders',
    'orders?before=30',
    'orders?status=shipped&source=web&from=2026-01-01&to=2026-12-31&q=1',
    `orders/${order.id}`,
    'products',
    'products?q=linen',
    'products/1',
    'customers',
    'customers/1',
    'categories',
    'categories/1',
    'plugins',
  ]

  for (const page of pages) expect((await browser.open(`/admin/${page}`)).status, page).toBe(200)

  expect(statements.length).toBeGreaterThan(pages.length)
  const scans = statements.flatMap((sql) => scansOf(db, sql))
  expect(scans.filter((step) => !step.includes('COVERING INDEX'))).toEqual([])
})

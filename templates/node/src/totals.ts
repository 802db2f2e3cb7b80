import type { DatabaseSync } from 'node:sqlite'

import { addDecimals, isDecimal } from './money.ts'
import type { Order } from './platform.ts'

/** What came in, in one currency. There is no total over currencies. */
export interface Total {
  readonly storeId: number
  readonly regionId: number
  readonly currency: string
  readonly orders: number
  /** Decimal text. */
  readonly total: string
}

export interface Place {
  readonly storeId: number
  /** 0 when the platform named no region. */
  readonly regionId: number
}

/** Adds a paid order to the total of its own currency. */
export function countPaidOrder(db: DatabaseSync, { storeId, regionId }: Place, order: Order): void {
  if (!isDecimal(order.grandTotal)) return
  const before = db
    .prepare('SELECT total FROM paid_totals WHERE store_id = ? AND region_id = ? AND currency = ?')
    .get(storeId, regionId, order.currency)
  const total = addDecimals(String(before?.['total'] ?? '0'), order.grandTotal)
  db.prepare(
    `INSERT INTO paid_totals VALUES (?, ?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET orders = orders + 1, total = excluded.total`,
  ).run(storeId, regionId, order.currency, total)
}

/** Totals, one for each store, region and currency. */
export function listTotals(db: DatabaseSync): Total[] {
  const rows = db.prepare('SELECT * FROM paid_totals ORDER BY store_id, region_id, currency').all()
  return rows.map((row) => ({
    storeId: Number(row['store_id']),
    regionId: Number(row['region_id']),
    currency: String(row['currency']),
    orders: Number(row['orders']),
    total: String(row['total']),
  }))
}

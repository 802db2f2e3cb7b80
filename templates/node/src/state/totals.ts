import type { Order } from '../platform/answers.ts'
import { isDecimal } from '../platform/money.ts'
import type { Row, Sql } from './database.ts'

/** What came in, in one currency. There is no total across currencies. */
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
export async function countPaidOrder(sql: Sql, { storeId, regionId }: Place, order: Order): Promise<void> {
  if (!isDecimal(order.grandTotal)) return
  await sql(
    `INSERT INTO paid_totals (store_id, region_id, currency, orders, total) VALUES ($1, $2, $3, 1, $4)
     ON CONFLICT (store_id, region_id, currency) DO UPDATE SET
       orders = paid_totals.orders + 1, total = add_decimals(paid_totals.total, excluded.total)`,
    storeId,
    regionId,
    order.currency,
    order.grandTotal,
  )
}

/** Totals of all stores, one for each store, region and currency. */
export async function listTotals(sql: Sql): Promise<Total[]> {
  const { rows } = await sql('SELECT * FROM paid_totals ORDER BY store_id, region_id, currency')
  return rows.map(totalOf)
}

/** Totals of one store and region, one for each currency. */
export async function totalsOf(sql: Sql, { storeId, regionId }: Place): Promise<Total[]> {
  const { rows } = await sql(
    'SELECT * FROM paid_totals WHERE store_id = $1 AND region_id = $2 ORDER BY currency',
    storeId,
    regionId,
  )
  return rows.map(totalOf)
}

function totalOf(row: Row): Total {
  return {
    storeId: Number(row['store_id']),
    regionId: Number(row['region_id']),
    currency: String(row['currency']),
    orders: Number(row['orders']),
    total: String(row['total']),
  }
}

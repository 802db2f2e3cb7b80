import { sql, type Db } from './db.ts'
import { decimalOf } from './money.ts'

/** What came in, in one currency. There is no total across currencies. */
export interface Total {
  readonly currency: string
  readonly orders: number
  /** Decimal text. */
  readonly total: string
}

/** Digits behind the point in which migrations/0004_paid_sums.sql counts fractions. */
const PLACES = 10

/** The totals of a store and region: the sums that the database keeps, so that a shop with a million orders costs no more than one with ten. */
export async function totalsOf(db: Db, storeId: number, regionId: number | null): Promise<readonly Total[]> {
  // As text: such a sum may be more than a JavaScript number holds.
  const rows = await db.rows(
    sql`SELECT currency, orders, CAST(whole AS TEXT) AS whole, CAST(fraction AS TEXT) AS fraction, places FROM paid_counts
        WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0} ORDER BY currency`,
  )
  return rows.map(({ currency, orders, whole, fraction, places }) => {
    const units = BigInt(String(whole)) * 10n ** BigInt(PLACES) + BigInt(String(fraction))
    const unused = PLACES - Number(places)
    return {
      currency: String(currency),
      orders: Number(orders),
      total: decimalOf(units / 10n ** BigInt(unused), Number(places)),
    }
  })
}

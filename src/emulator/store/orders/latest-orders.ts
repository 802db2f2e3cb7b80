import type { OrderSummary } from '../../../control/store-contract.ts'
import { integer, integerOrNull, text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'

/** Maximum number of returned orders. */
const MOST = 50

/** Returns the store's own orders, newest first, of one region and without a region if one is given. Excludes imports, which cause no events. */
export function latestOrders(context: EmulatorContext, storeId: number, regionId: number | null): OrderSummary[] {
  return prepared(
    context.storeDb(storeId),
    `SELECT * FROM orders WHERE imported_by IS NULL AND (?1 IS NULL OR region_id IS NULL OR region_id = ?1) ORDER BY id DESC LIMIT ${MOST}`,
  )
    .all(regionId)
    .map((row) => ({
      id: integer(row, 'id'),
      orderNumber: text(row, 'order_number'),
      status: text(row, 'status'),
      paymentStatus: text(row, 'payment_status'),
      currency: text(row, 'currency'),
      regionId: integerOrNull(row, 'region_id'),
    }))
}

import { integer, integerOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { regionLabel } from '../../platform/installs.ts'
import { recordId, type AdminVisit } from '../visit.ts'

export type FoundOrder =
  | { readonly order: Row; readonly orderId: number }
  /** Message that explains why there is no such order. */
  | { readonly missing: string }

/** Finds the order of a URL with its customer. As in the list, the order belongs to the selected region or has no region. */
export function findOrder({ context, session: { store, region } }: AdminVisit, idText: string): FoundOrder {
  const order = prepared(context.storeDb(store.id), oneOrder).get(recordId(idText))
  if (order === undefined) return { missing: 'The store has no such order.' }
  const regionId = integerOrNull(order, 'region_id')
  if (regionId === null || regionId === region.id) return { order, orderId: integer(order, 'id') }
  const other = regionLabel(context, store.id, regionId)
  return {
    missing: `This order belongs to region ${other}, but ${region.code} is selected. To see the order, select ${other} above.`,
  }
}

const oneOrder = `SELECT o.*, c.name AS customer_name, c.email AS customer_email
  FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE o.id = ?`

import type { DatabaseSync } from 'node:sqlite'

import type { orderCosts } from '../../../../catalog/resources/order-costs.ts'
import { decimal, integer, iso, text, textOrNull } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared } from '../../../../storage/statements.ts'
import { withRecord, type HandlersFor } from '../../handler.ts'
import { idOf } from '../../id.ts'
import type { Caller } from '../../identify.ts'
import { decimalText } from '../../money.ts'
import { invalid, Refusal } from '../../rejection.ts'
import { missingOrder } from './missing-order.ts'

interface CostsCall {
  readonly db: DatabaseSync
  readonly caller: Caller
  readonly params: { readonly id: string }
}

interface ReachableOrder {
  readonly id: number
  readonly currency: string
}

export const orderCostsHandlers = {
  /** COST-003, COST-004: returns a bare array of only this app's costs. */
  list: (call) => {
    const order = reachableOrder(call)
    if (order instanceof Refusal) return order
    return prepared(
      call.db,
      'SELECT * FROM cost_lines WHERE order_id = ? AND app_key = ? ORDER BY created_at, external_ref',
    )
      .all(order.id, call.caller.appKey)
      .map((row) => ({
        costType: text(row, 'cost_type'),
        description: textOrNull(row, 'description'),
        amount: decimal(row, 'amount'),
        currency: text(row, 'currency'),
        externalRef: text(row, 'external_ref'),
        createdAt: iso(row, 'created_at'),
      }))
  },

  put: withRecord(reachableOrder, ({ context, db, caller, body }, order) => {
    // C29: rejects `.` and `..` as a reference.
    if (/^\.{1,2}$/.test(body.externalRef))
      return invalid('externalRef must not be "." or "..", because a URL path cannot contain such a segment.')
    const amount = decimalText(body.amount)
    if (amount === null) return invalid('amount is invalid.')
    // COST-025, COST-026: an absent or empty currency means the order's.
    if (body.currency && body.currency !== order.currency) return invalid("currency must match the order's currency.")
    const key = [order.id, caller.appKey, body.externalRef] as const
    const updated = transaction(db, () => {
      const where = 'order_id = ? AND app_key = ? AND external_ref = ?'
      const isKnown = prepared(db, `SELECT 1 FROM cost_lines WHERE ${where}`).get(...key) !== undefined
      prepared(
        db,
        `INSERT INTO cost_lines (order_id, app_key, external_ref, cost_type, description, amount, currency, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (order_id, app_key, external_ref) DO UPDATE SET
           cost_type = excluded.cost_type, description = excluded.description, amount = excluded.amount`,
      ).run(...key, body.costType, body.description ?? null, amount, order.currency, context.now().getTime())
      return isKnown
    })
    return { success: true, updated }
  }),

  delete: (call) => {
    const order = reachableOrder(call)
    if (order instanceof Refusal) return order
    const { changes } = prepared(
      call.db,
      'DELETE FROM cost_lines WHERE order_id = ? AND app_key = ? AND external_ref = ?',
    ).run(order.id, call.caller.appKey, call.params.externalRef)
    return { success: true, deleted: Number(changes) }
  },
} satisfies HandlersFor<typeof orderCosts>

/**
 * Returns the order if the token's scope reaches it. The pin is ignored (COST-034 to COST-039): a locked
 * token reaches its own region and orders without a region, a store-wide token every order of the store.
 */
function reachableOrder({ db, caller, params }: CostsCall): ReachableOrder | Refusal {
  const id = idOf(params.id)
  const row = prepared(
    db,
    'SELECT id, currency FROM orders WHERE id = ?2 AND (?1 IS NULL OR region_id = ?1 OR region_id IS NULL)',
  ).get(caller.regionId, id)
  return row === undefined ? missingOrder(db, id) : { id: integer(row, 'id'), currency: text(row, 'currency') }
}

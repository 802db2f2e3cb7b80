import { sql, type Statement } from './db.ts'
import type { StoreEvent } from './event-types.ts'
import { orderOf } from './take-event.ts'
import type { Tools } from './tools.ts'

/** Amounts that the database can add up. */
const countable = /^-?\d{1,15}(\.\d{1,10})?$/

/** An event that is about something; what an uninstall does stands in take-event.ts. */
type Handled = Exclude<StoreEvent, { readonly topic: 'app.uninstalled' }>

/** What each topic writes. Add yours here: fetch what you need first, and give each row the event's id as its key. */
export async function effectOf(tools: Tools, event: Handled): Promise<readonly Statement[]> {
  switch (event.topic) {
    case 'order.paid':
      return orderPaid(tools, event)
    default:
      return []
  }
}

/** Notes what came in. The amount is never taken from the event: its payload is not documented. */
async function orderPaid(tools: Tools, event: Handled): Promise<readonly Statement[]> {
  const order = await orderOf(tools, event)
  if (order === null) return []
  const { eventId, storeId, regionId } = event
  if (!countable.test(order.grandTotal)) {
    tools.log('event.amount-unreadable', { eventId, storeId })
    return []
  }
  return [
    sql`INSERT OR IGNORE INTO paid_orders (event_id, store_id, region_id, currency, total)
        VALUES (${eventId}, ${storeId}, ${regionId ?? 0}, ${order.currency}, ${order.grandTotal})`,
  ]
}

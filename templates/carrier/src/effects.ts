import { sql, type Statement } from './db.ts'
import type { StoreEvent } from './event-types.ts'
import type { Tools } from './tools.ts'

/** An event that is about something; what an uninstall does stands in take-event.ts. */
type Handled = Exclude<StoreEvent, { readonly topic: 'app.uninstalled' }>

/** What each topic writes. Add yours here, and give each row the event's id as its key. */
export async function effectOf(tools: Tools, event: Handled): Promise<readonly Statement[]> {
  switch (event.topic) {
    case 'shipment.create_requested':
      return [shipmentRequested(event, tools.now())]
    default:
      return []
  }
}

/**
 * Only writes down that a shipment is asked for: booking it takes as long as the carrier's own system takes, and the platform waits for the answer. The row is the
 * job; shipments.ts does it. The payload of the topic is not documented, so nothing else is taken from it.
 */
function shipmentRequested({ eventId, storeId, regionId, data }: Handled, now: Date): Statement {
  return sql`INSERT OR IGNORE INTO shipments
      (event_id, store_id, region_id, order_id, state, tracking_number, tries, due_at, requested_at)
    VALUES (${eventId}, ${storeId}, ${regionId ?? 0}, ${data.orderId}, 'requested', NULL, 0, ${now.getTime()}, ${now.toISOString()})`
}

import { sql, type Handler } from 'svcapp-kit'

/** Reads the order with its install's token. The returned statement runs once, even if the event arrives again. */
export const orderPaid: Handler<'order.paid'> = async ({ event, api }) => {
  if (event.orderId === null) return
  const { currency, grandTotal } = await api.orders.get({ params: { id: event.orderId } })
  return sql`INSERT INTO paid_orders (event_id, store_id, region_id, currency, total)
    VALUES (${event.id}, ${event.storeId}, ${event.regionId}, ${currency}, ${String(grandTotal)})`
}

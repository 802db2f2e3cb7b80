import { sql, type JobContext, type Sql, type StoreEvent } from 'svcapp-kit'

import { bookAtCarrier, type Booking } from './carrier.ts'

/** Time limit for a booking. */
const BOOKING_MS = 10_000

/** The row of a requested shipment. */
export function requestedShipment({ id, storeId, regionId, orderId }: StoreEvent): Sql {
  return sql`INSERT INTO bookings (event_id, store_id, region_id, order_id, requested_at)
    VALUES (${id}, ${storeId}, ${regionId}, ${orderId}, ${new Date().toISOString()})`
}

/** Books a shipment. If the carrier fails, the kit retries with the same reference, and the panel shows the attempts. */
export async function bookShipment({ data, attempt, signal, db }: JobContext<Booking>): Promise<Sql> {
  await db.write(sql`UPDATE bookings SET attempts = ${attempt} WHERE event_id = ${data.reference}`)
  const trackingNumber = await bookAtCarrier(data, AbortSignal.any([signal, AbortSignal.timeout(BOOKING_MS)]))
  // Write the number back to the platform here. The scope is shipping.provider, but its endpoint is not documented.
  return sql`UPDATE bookings SET tracking_number = ${trackingNumber} WHERE event_id = ${data.reference}`
}

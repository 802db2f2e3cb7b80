import type { Carrier } from './carrier.ts'
import { sql, writeOne, type Row } from './db.ts'
import type { Tools } from './tools.ts'

/** After each failure; after the last one the shipment has failed and waits for a person. In ms. */
const AGAIN_AFTER_MS = [1000, 10_000, 60_000, 10 * 60_000, 60 * 60_000]

/** As many are booked side by side. */
const AT_ONCE = 10

/** So long a booking may take, in ms: what hangs must not hold up the others, nor the end of the process. */
export const BOOKING_MS = 10_000

export interface Shipment {
  readonly eventId: string
  readonly storeId: number
  readonly orderId: number | null
  readonly state: string
  readonly trackingNumber: string | null
  readonly tries: number
}

/** The newest requests of a store and region. */
export async function shipmentsOf(
  { db }: Pick<Tools, 'db'>,
  storeId: number,
  regionId: number | null,
): Promise<readonly Shipment[]> {
  const rows = await db.rows(
    sql`SELECT * FROM shipments WHERE store_id = ${storeId} AND region_id = ${regionId ?? 0}
        ORDER BY requested_at DESC LIMIT 20`,
  )
  return rows.map(shipmentOf)
}

/**
 * Books what is due; returns how many it tried. A process that is killed between the booking and its row leaves the row as it was: the next one asks again
 * with the same reference, and the carrier answers with the same number.
 */
export async function bookDue(tools: Pick<Tools, 'db' | 'now' | 'log'>, carrier: Carrier): Promise<number> {
  const rows = await tools.db.rows(
    sql`SELECT * FROM shipments WHERE state = 'requested' AND due_at <= ${tools.now().getTime()} ORDER BY due_at LIMIT ${AT_ONCE}`,
  )
  await Promise.all(rows.map((row) => book(tools, carrier, shipmentOf(row))))
  return rows.length
}

async function book({ db, now, log }: Pick<Tools, 'db' | 'now' | 'log'>, carrier: Carrier, shipment: Shipment) {
  const { eventId, storeId, orderId, tries } = shipment
  try {
    const { trackingNumber } = await inTime((signal) => carrier.book({ reference: eventId, storeId, orderId }, signal))
    await writeOne(
      db,
      sql`UPDATE shipments SET state = 'booked', tracking_number = ${trackingNumber}, tries = ${tries + 1}
          WHERE event_id = ${eventId} AND state = 'requested'`,
    )
    log('shipment.booked', { eventId, storeId })
    // Here the number would be written back. The documents name the scope for it (shipping.provider) and show no endpoint.
  } catch {
    const waitMs = AGAIN_AFTER_MS[tries]
    const state = waitMs === undefined ? 'failed' : 'requested'
    await writeOne(
      db,
      sql`UPDATE shipments SET state = ${state}, tries = ${tries + 1}, due_at = ${now().getTime() + (waitMs ?? 0)}
          WHERE event_id = ${eventId} AND state = 'requested'`,
    )
    log('shipment.not-booked', { eventId, storeId, tries: tries + 1, state })
  }
}

/** Rejects when the work takes too long, also where it does not listen to the signal. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const alarm = setTimeout(() => {
    reject(new Error('The carrier took too long.'))
    late.abort()
  }, BOOKING_MS)
  try {
    return await Promise.race([work(late.signal), promise])
  } finally {
    clearTimeout(alarm)
  }
}

/** Shipments that were tried as often as they may be, the oldest first; at most 100. */
export async function failedShipments({ db }: Pick<Tools, 'db'>): Promise<readonly Shipment[]> {
  const rows = await db.rows(sql`SELECT * FROM shipments WHERE state = 'failed' ORDER BY due_at LIMIT 100`)
  return rows.map(shipmentOf)
}

/** Has all failed shipments tried again, as if they were new; returns how many. */
export async function tryFailedAgain({ db, now }: Pick<Tools, 'db' | 'now'>): Promise<number> {
  return writeOne(
    db,
    sql`UPDATE shipments SET state = 'requested', tries = 0, due_at = ${now().getTime()} WHERE state = 'failed'`,
  )
}

function shipmentOf(row: Row): Shipment {
  return {
    eventId: String(row['event_id']),
    storeId: Number(row['store_id']),
    orderId: row['order_id'] === null ? null : Number(row['order_id']),
    state: String(row['state']),
    trackingNumber: row['tracking_number'] === null ? null : String(row['tracking_number']),
    tries: Number(row['tries']),
  }
}

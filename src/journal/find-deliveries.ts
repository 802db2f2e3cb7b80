import { integerOrNull, type Row, text, textOrNull } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import { deliveryRow, type DeliveryRow } from './deliveries.ts'
import type { DeliveryState, DeliveryTarget } from './delivery-state.ts'
import type { Journal } from './journal.ts'

export interface DeliveryFilter {
  /** A topic, or its beginning followed by `*`, such as `order.*`. */
  readonly topic?: string | undefined
  /** Store id, as digits. */
  readonly storeId?: string | undefined
  /** Region id, as digits. Also matches deliveries without a region. */
  readonly regionId?: string | undefined
  readonly state?: DeliveryState | undefined
  /** Status of the app's last response: `200`, or a class such as `5xx`, or `none` without a response. */
  readonly status?: string | undefined
  readonly since?: Date | undefined
  /** Excludes deliveries known to come from another platform. */
  readonly target?: DeliveryTarget | undefined
  /** Text in the raw body or the eventId, case-insensitive. */
  readonly text?: string | undefined
  /** Only rows with a lower id, for the next page. */
  readonly before?: number | undefined
  /** Only rows with a higher id, for new deliveries. */
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

export interface FoundDelivery extends DeliveryRow {
  /** Status of the last attempt; null without a response. */
  readonly lastStatus: number | null
  readonly lastError: string | null
}

/** Returns this app's matching deliveries, newest first (oldest first with `after`). */
export function findDeliveries(journal: Journal, filter: DeliveryFilter = {}): FoundDelivery[] {
  const { limit = 100, after } = filter
  const [low, high] = statusRange(filter.status)
  return prepared(
    journal.db,
    `SELECT d.*, a.status AS last_status, a.error AS last_error FROM deliveries d
     LEFT JOIN attempts a ON a.id = (SELECT max(b.id) FROM attempts b WHERE b.delivery_id = d.id)
     WHERE d.app_key = ?1
       AND (?2 IS NULL OR d.topic = ?2 OR (?2 LIKE '%*' AND substr(d.topic, 1, length(?2) - 1) = substr(?2, 1, length(?2) - 1)))
       AND (?3 IS NULL OR d.store_id = ?3)
       AND (?4 IS NULL OR d.state = ?4)
       AND (?5 IS NULL OR (?5 = -1 AND a.status IS NULL) OR a.status BETWEEN ?5 AND ?6)
       AND (?7 IS NULL OR d.received_at >= ?7)
       AND (?8 IS NULL OR instr(lower(CAST(d.body AS TEXT)), lower(?8)) > 0 OR instr(lower(d.event_id), lower(?8)) > 0)
       AND (?9 IS NULL OR d.id < ?9) AND (?10 IS NULL OR d.id > ?10)
       AND (?12 IS NULL OR d.target IS NULL OR d.target = ?12)
       AND (?13 IS NULL OR d.region_id IS NULL OR d.region_id = ?13)
     ORDER BY d.id ${after === undefined ? 'DESC' : 'ASC'} LIMIT ?11`,
  )
    .all(
      journal.appKey,
      orNull(filter.topic),
      orNull(filter.storeId),
      orNull(filter.state),
      low,
      high,
      orNull(filter.since?.toISOString()),
      orNull(filter.text),
      orNull(filter.before),
      orNull(after),
      limit,
      orNull(filter.target),
      orNull(filter.regionId),
    )
    .map(foundRow)
}

/** Returns the newest `app.uninstalled` of a matching install; null without one. */
export function findUninstall(
  journal: Journal,
  { storeId, regionId }: { readonly storeId: number; readonly regionId: number | null },
  filter: Pick<DeliveryFilter, 'since' | 'state' | 'target'>,
): FoundDelivery | null {
  const place = { storeId: String(storeId), ...(regionId !== null && { regionId: String(regionId) }) }
  return findDeliveries(journal, { ...filter, ...place, topic: 'app.uninstalled', limit: 1 })[0] ?? null
}

function orNull<T>(value: T | undefined): T | null {
  return value ?? null
}

function foundRow(row: Row): FoundDelivery {
  return {
    ...deliveryRow(row),
    lastStatus: integerOrNull(row, 'last_status'),
    lastError: textOrNull(row, 'last_error'),
  }
}

/** Returns the ids of all stores that have sent this app a delivery. */
export function storeIdsIn(journal: Journal): string[] {
  return prepared(journal.db, 'SELECT DISTINCT store_id FROM deliveries WHERE app_key = ? ORDER BY store_id')
    .all(journal.appKey)
    .map((row) => text(row, 'store_id'))
}

/** Returns `5xx` as 500 to 599, `404` as itself, `none` as -1; nulls without a filter. Any other text gives a range that matches nothing. */
export function statusRange(status: string | undefined): readonly [number | null, number | null] {
  if (status === undefined) return [null, null]
  if (status === 'none') return [-1, -1]
  if (/^[1-5]xx$/i.test(status)) return [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
  return /^\d{3}$/.test(status) ? [Number(status), Number(status)] : [-2, -2]
}

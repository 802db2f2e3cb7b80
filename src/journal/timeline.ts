import type { SQLInputValue } from 'node:sqlite'

import { integer, integerOrNull, text, textList, textOrNull, word, type Row } from '../storage/columns.ts'
import { prepared, readInteger } from '../storage/statements.ts'
import type { AttemptKind } from './attempts.ts'
import { callColumns, callRow, type CallRow } from './calls/calls.ts'
import type { DeliveryMark } from './deliveries.ts'
import type { DeliveryState, DeliveryTarget } from './delivery-state.ts'
import { statusRange } from './find-deliveries.ts'
import type { Journal } from './journal.ts'
import type { JournaledInstall } from './journaled-installs.ts'
import {
  holds,
  logEntry,
  logSql,
  spanEntry,
  spanSql,
  type LogEntry,
  type SpanEntry,
} from './telemetry/telemetry-entries.ts'

export const timelineKinds = ['delivery', 'attempt', 'call', 'install', 'span', 'log'] as const

export type TimelineKind = (typeof timelineKinds)[number]

/** A position in the timeline: one id per table. Ids grow in commit order. */
export type TimelineCursor = Readonly<Record<TimelineKind, number>>

interface Entry<Kind extends TimelineKind> {
  readonly kind: Kind
  readonly id: number
  /** ISO-8601 in UTC, which sorts as text. */
  readonly at: string
}

/** A delivery with the app's last response. */
export interface DeliveryEntry extends Entry<'delivery'> {
  readonly topic: string
  readonly eventId: string | null
  readonly storeId: string
  readonly regionId: string | null
  readonly state: DeliveryState
  readonly mark: DeliveryMark
  readonly tries: number
  readonly bytes: number
  /** Source platform; null if an earlier version received it. */
  readonly target: DeliveryTarget | null
  /** What the gateway noticed, as one word. */
  readonly note: string | null
  readonly status: number | null
  readonly error: string | null
  readonly ms: number | null
}

/** An attempt after the first one, by the gateway's schedule or manual. */
export interface AttemptEntry extends Entry<'attempt'> {
  readonly deliveryId: number
  readonly topic: string
  readonly eventId: string | null
  readonly how: AttemptKind
  readonly status: number | null
  readonly error: string | null
  readonly ms: number
}

export type CallEntry = Entry<'call'> & Omit<CallRow, 'at' | 'id'>

export type InstallEntry = Entry<'install'> & Omit<JournaledInstall, 'at'>

export type TimelineEntry = DeliveryEntry | AttemptEntry | CallEntry | InstallEntry | SpanEntry | LogEntry

export interface TimelineFilter {
  /** Default: all kinds. */
  readonly kinds?: readonly TimelineKind[] | undefined
  /** A topic, or its beginning followed by `*`. Matches deliveries and attempts only. */
  readonly topic?: string | undefined
  /** Matches deliveries only. */
  readonly state?: DeliveryState | undefined
  /** Source platform of a delivery or of an attempt's delivery. Entries of unknown origin match, and so does every other kind. */
  readonly target?: DeliveryTarget | undefined
  /** `200`, a class such as `5xx`, or `none` for no response. Does not match installs, spans and log records. */
  readonly status?: string | undefined
  /** Text in bodies, eventIds, paths, hints, notes or stores, case-insensitive. */
  readonly text?: string | undefined
}

/** Ids from `low` to `high`, inclusive. */
export interface IdRange {
  readonly low: number
  readonly high: number
}

/** Returns the newest matching entries of one table with ids in the range. An index by app finds the rows, and the filter reads only these. */
export function entriesOf(
  journal: Journal,
  kind: TimelineKind,
  { low, high, limit, filter }: IdRange & { readonly limit: number; readonly filter: TimelineFilter },
): TimelineEntry[] {
  if (!mayFit(kind, filter)) return []
  const range: SQLInputValue[] = [journal.appKey, low, high, limit]
  const rows = (sql: string, more: readonly SQLInputValue[] = []) => prepared(journal.db, sql).all(...range, ...more)
  const { topic = null, state = null, text: wanted = null, target = null } = filter
  const [from, to] = statusRange(filter.status)
  if (kind === 'delivery') return rows(deliverySql, [wanted, from, to, topic, target, state]).map(deliveryEntry)
  if (kind === 'attempt') return rows(attemptSql, [wanted, from, to, topic, target]).map(attemptEntry)
  if (kind === 'call') return rows(callSql, [wanted, from, to]).map(callEntry)
  if (kind === 'install') return rows(installSql, [wanted]).map(installEntry)
  return kind === 'span' ? rows(spanSql, [wanted]).map(spanEntry) : rows(logSql, [wanted]).map(logEntry)
}

/** Returns the id below the `count` newest rows of a table, counted down from `high`; 0 if the table has fewer rows. */
export function floorBelow(journal: Journal, kind: TimelineKind, at: { high: number; count: number }): number {
  const row = prepared(journal.db, floorSql[kind]).get(journal.appKey, at.high, at.count)
  return row === undefined ? 0 : integer(row, 'id')
}

/** Returns the current highest id of each table. Attempts count for all apps. */
export function newestPlace({ db, appKey }: Journal): TimelineCursor {
  const highest = (table: string) => readInteger(db, `SELECT max(id) FROM ${table} WHERE app_key = ?`, appKey)
  return {
    delivery: highest('deliveries'),
    attempt: readInteger(db, 'SELECT max(id) FROM attempts'),
    call: highest('calls'),
    install: readInteger(db, 'SELECT max(id) FROM installs'),
    span: highest('spans'),
    log: highest('logs'),
  }
}

/** Returns deliveries with an attempt in the id range, of all apps; their state may have changed. */
export function deliveriesTriedIn({ db }: Journal, { low, high }: IdRange): number[] {
  return prepared(db, 'SELECT DISTINCT delivery_id AS id FROM attempts WHERE id BETWEEN ? AND ?')
    .all(low, high)
    .map((row) => integer(row, 'id'))
}

/** Returns whether a table can contain a match; the others are not read. */
function mayFit(kind: TimelineKind, { kinds, topic, state, status }: TimelineFilter): boolean {
  if (kinds !== undefined && !kinds.includes(kind)) return false
  if (state !== undefined) return kind === 'delivery'
  if (topic !== undefined) return kind === 'delivery' || kind === 'attempt'
  return status === undefined || kind === 'delivery' || kind === 'attempt' || kind === 'call'
}

const topicFits = `(?8 IS NULL OR d.topic = ?8
  OR (?8 LIKE '%*' AND substr(d.topic, 1, length(?8) - 1) = substr(?8, 1, length(?8) - 1)))`
const targetFits = '(?9 IS NULL OR d.target IS NULL OR d.target = ?9)'
const statusFits = (column: string) => `(?6 IS NULL OR (?6 = -1 AND ${column} IS NULL) OR ${column} BETWEEN ?6 AND ?7)`

export const deliverySql = `
  SELECT d.id, d.received_at AS at, d.topic, d.event_id, d.store_id, d.region_id, d.state, d.mark, d.tries, length(d.body) AS bytes, d.target,
    d.note, a.status, a.error, a.ms
  FROM deliveries d LEFT JOIN attempts a ON a.id = (SELECT max(b.id) FROM attempts b WHERE b.delivery_id = d.id)
  WHERE d.app_key = ?1 AND d.id BETWEEN ?2 AND ?3
    AND ${holds('CAST(d.body AS TEXT)', 'd.event_id', 'd.topic', 'd.store_id')}
    AND ${statusFits('a.status')} AND ${topicFits} AND ${targetFits}
    AND (?10 IS NULL OR d.state = ?10)
  ORDER BY d.id DESC LIMIT ?4`

export const attemptSql = `
  SELECT a.id, a.at, a.delivery_id, d.topic, d.event_id, a.kind AS how, a.status, a.error, a.ms
  FROM attempts a CROSS JOIN deliveries d ON d.id = a.delivery_id
  WHERE a.kind <> 'forward' AND d.app_key = ?1 AND a.id BETWEEN ?2 AND ?3
    AND ${holds('d.event_id', 'd.topic', 'a.error', 'a.answer')} AND ${statusFits('a.status')} AND ${topicFits}
    AND ${targetFits}
  ORDER BY a.id DESC LIMIT ?4`

export const callSql = `
  SELECT ${callColumns} FROM calls c
  WHERE app_key = ?1 AND id BETWEEN ?2 AND ?3 AND ${holds('path', 'method', 'note', 'hint', 'pin')} AND ${statusFits('status')}
  ORDER BY id DESC LIMIT ?4`

const installSql = `
  SELECT * FROM installs
  WHERE app_key = ?1 AND id BETWEEN ?2 AND ?3 AND ${holds('store_id', 'region_id', 'install_scope', 'scopes')}
  ORDER BY id DESC LIMIT ?4`

const floorIn = (table: string) =>
  `SELECT id FROM ${table} WHERE app_key = ?1 AND id <= ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3`

const floorSql: Readonly<Record<TimelineKind, string>> = {
  delivery: floorIn('deliveries'),
  // Of all apps, because only its delivery shows to which app an attempt belongs.
  attempt: `SELECT id FROM attempts WHERE kind <> 'forward' AND id <= ?2 AND ?1 IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?3`,
  call: floorIn('calls'),
  install: floorIn('installs'),
  span: floorIn('spans'),
  log: floorIn('logs'),
}

function deliveryEntry(row: Row): DeliveryEntry {
  return {
    kind: 'delivery',
    ...entryFacts(row),
    storeId: text(row, 'store_id'),
    regionId: textOrNull(row, 'region_id'),
    // Only this module writes the state and the mark.
    state: text(row, 'state') as DeliveryState,
    mark: text(row, 'mark') as DeliveryMark,
    tries: integer(row, 'tries'),
    bytes: integer(row, 'bytes'),
    target: row['target'] === null ? null : word<DeliveryTarget>(row, 'target'),
    note: textOrNull(row, 'note'),
    ms: integerOrNull(row, 'ms'),
  }
}

function attemptEntry(row: Row): AttemptEntry {
  return {
    kind: 'attempt',
    ...entryFacts(row),
    deliveryId: integer(row, 'delivery_id'),
    // Only appendAttempt writes this column.
    how: text(row, 'how') as AttemptKind,
    ms: integer(row, 'ms'),
  }
}

function entryFacts(row: Row) {
  return {
    id: integer(row, 'id'),
    at: text(row, 'at'),
    topic: text(row, 'topic'),
    eventId: textOrNull(row, 'event_id'),
    status: integerOrNull(row, 'status'),
    error: textOrNull(row, 'error'),
  }
}

/** Converts a row of `callColumns`. */
export function callEntry(row: Row): CallEntry {
  return { kind: 'call', ...callRow(row), at: text(row, 'at') }
}

function installEntry(row: Row): InstallEntry {
  return {
    kind: 'install',
    id: integer(row, 'id'),
    at: text(row, 'at'),
    storeId: text(row, 'store_id'),
    regionId: textOrNull(row, 'region_id'),
    installScope: text(row, 'install_scope'),
    scopes: textList(row, 'scopes'),
    exchangedBy: textOrNull(row, 'exchanged_by'),
  }
}

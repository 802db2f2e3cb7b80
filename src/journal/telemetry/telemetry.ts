import { flag, integer, instant, json, textOrNull, text, word, type Row } from '../../storage/columns.ts'
import { insertRow, prepared } from '../../storage/statements.ts'
import type { Journal } from '../journal.ts'

/** A span as the app reported it, already bounded and with secrets masked. */
export interface NewSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /** Start time; the time of receipt if the app's clock is not plausible. */
  readonly at: Date
  readonly ms: number
  readonly isClockOff: boolean
  readonly status: 'unset' | 'ok' | 'error'
  readonly message: string | null
  readonly service: string | null
  /** JSON text of an object. */
  readonly attributes: string
  readonly events: readonly { readonly name: string; readonly attributes: string }[]
  readonly receivedAt: Date
}

/** A log record of the app. */
export interface NewLog {
  readonly traceId: string | null
  readonly spanId: string | null
  readonly at: Date
  readonly isClockOff: boolean
  /** In lower case; null if the app sent none. */
  readonly severity: string | null
  readonly body: string
  readonly service: string | null
  /** JSON text of an object. */
  readonly attributes: string
  readonly receivedAt: Date
}

export type SpanRow = Omit<NewSpan, 'receivedAt'> & { readonly id: number }
export type LogRow = Omit<NewLog, 'receivedAt'> & { readonly id: number }

/** Maximum number of rows per table, for all apps. New rows replace the oldest, so that a flood replaces only telemetry (T39). */
const MOST_TELEMETRY_ROWS = 50_000

/** Commits spans. Raises the errors of SQLite. */
export function appendSpans(journal: Journal, spans: readonly NewSpan[]): void {
  for (const span of spans) {
    const { ms, name, kind, status, message, service, attributes } = span
    insertRow(journal.db, 'spans', {
      app_key: journal.appKey,
      received_at: span.receivedAt.toISOString(),
      at: span.at.toISOString(),
      ms,
      trace_id: span.traceId,
      span_id: span.spanId,
      parent_id: span.parentId,
      name,
      kind,
      status,
      message,
      service,
      attributes,
      events: JSON.stringify(span.events),
      is_clock_off: Number(span.isClockOff),
    })
  }
  keepNewest(journal, 'spans')
}

/** Commits log records. Raises the errors of SQLite. */
export function appendLogs(journal: Journal, logs: readonly NewLog[]): void {
  for (const log of logs) {
    const { severity, body, service, attributes } = log
    insertRow(journal.db, 'logs', {
      app_key: journal.appKey,
      received_at: log.receivedAt.toISOString(),
      at: log.at.toISOString(),
      trace_id: log.traceId,
      span_id: log.spanId,
      severity,
      body,
      service,
      attributes,
      is_clock_off: Number(log.isClockOff),
    })
  }
  keepNewest(journal, 'logs')
}

function keepNewest({ db }: Journal, table: 'spans' | 'logs'): void {
  prepared(db, `DELETE FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ?`).run(MOST_TELEMETRY_ROWS)
}

/** Returns the spans of a trace, oldest first. */
export function spansOfTrace(journal: Journal, traceId: string, limit: number): SpanRow[] {
  return prepared(journal.db, 'SELECT * FROM spans WHERE app_key = ? AND trace_id = ? ORDER BY at, id LIMIT ?')
    .all(journal.appKey, traceId, limit)
    .map(spanRow)
}

/** Returns the log records of a trace, oldest first. */
export function logsOfTrace(journal: Journal, traceId: string, limit: number): LogRow[] {
  return prepared(journal.db, 'SELECT * FROM logs WHERE app_key = ? AND trace_id = ? ORDER BY at, id LIMIT ?')
    .all(journal.appKey, traceId, limit)
    .map(logRow)
}

function spanRow(row: Row): SpanRow {
  return {
    id: integer(row, 'id'),
    traceId: text(row, 'trace_id'),
    spanId: text(row, 'span_id'),
    parentId: textOrNull(row, 'parent_id'),
    name: text(row, 'name'),
    kind: word<SpanRow['kind']>(row, 'kind'),
    at: instant(row, 'at'),
    ms: integer(row, 'ms'),
    isClockOff: flag(row, 'is_clock_off'),
    status: word<SpanRow['status']>(row, 'status'),
    message: textOrNull(row, 'message'),
    service: textOrNull(row, 'service'),
    attributes: text(row, 'attributes'),
    events: json<SpanRow['events']>(row, 'events'),
  }
}

function logRow(row: Row): LogRow {
  return {
    id: integer(row, 'id'),
    traceId: textOrNull(row, 'trace_id'),
    spanId: textOrNull(row, 'span_id'),
    at: instant(row, 'at'),
    isClockOff: flag(row, 'is_clock_off'),
    severity: textOrNull(row, 'severity'),
    body: text(row, 'body'),
    service: textOrNull(row, 'service'),
    attributes: text(row, 'attributes'),
  }
}

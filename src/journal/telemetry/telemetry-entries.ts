import { integer, integerOrNull, text, textOrNull, type Row } from '../../storage/columns.ts'
import { telemetryDeliverySql } from '../calls/call-links.ts'

interface TelemetryFacts {
  readonly id: number
  /** ISO-8601 in UTC, which sorts as text. */
  readonly at: string
  readonly service: string | null
  readonly traceId: string | null
  /** Delivery that caused it; null if unknown. */
  readonly deliveryId: number | null
}

/** A top-level span: no other span that the app reported contains it. */
export interface SpanEntry extends TelemetryFacts {
  readonly kind: 'span'
  readonly name: string
  readonly ms: number
  readonly outcome: 'unset' | 'ok' | 'error'
  readonly message: string | null
}

export interface LogEntry extends TelemetryFacts {
  readonly kind: 'log'
  readonly severity: string | null
  readonly body: string
}

/** Returns SQL that tests whether one of the columns contains the search text ?5. */
export const holds = (...columns: readonly string[]) =>
  `(?5 IS NULL OR ${columns.map((column) => `instr(lower(${column}), lower(?5)) > 0`).join(' OR ')})`

/** Top-level spans; the others appear in the waterfall of their delivery. */
export const spanSql = `
  SELECT s.*, ${telemetryDeliverySql('parent_id')} AS delivery_id FROM spans s
  WHERE s.app_key = ?1 AND s.id BETWEEN ?2 AND ?3 AND ${holds('s.name', 's.message', 's.service')}
    AND NOT EXISTS (SELECT 1 FROM spans p WHERE p.trace_id = s.trace_id AND p.span_id = s.parent_id)
  ORDER BY s.id DESC LIMIT ?4`

export const logSql = `
  SELECT s.*, ${telemetryDeliverySql('span_id')} AS delivery_id FROM logs s
  WHERE s.app_key = ?1 AND s.id BETWEEN ?2 AND ?3 AND ${holds('s.body', 's.severity', 's.service')}
  ORDER BY s.id DESC LIMIT ?4`

export function spanEntry(row: Row): SpanEntry {
  return {
    kind: 'span',
    ...factsOf(row),
    name: text(row, 'name'),
    ms: integer(row, 'ms'),
    // Only appendSpans writes this column.
    outcome: text(row, 'status') as SpanEntry['outcome'],
    message: textOrNull(row, 'message'),
  }
}

export function logEntry(row: Row): LogEntry {
  return { kind: 'log', ...factsOf(row), severity: textOrNull(row, 'severity'), body: text(row, 'body') }
}

function factsOf(row: Row): TelemetryFacts {
  return {
    id: integer(row, 'id'),
    at: text(row, 'at'),
    service: textOrNull(row, 'service'),
    traceId: textOrNull(row, 'trace_id'),
    deliveryId: integerOrNull(row, 'delivery_id'),
  }
}

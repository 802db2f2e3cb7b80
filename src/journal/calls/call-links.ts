/** The delivery that caused a call, from its headers or a guess. */
export interface CallLink {
  readonly traceId: string
  /** Id of the app's span that made the call, or null for a guess. */
  readonly parentId: string | null
  /** Span id of the attempt that caused the call. No attempt matches if the header contains an unknown span. */
  readonly attemptSpan: string
  /** Whether the link is a guess from time and store only. */
  readonly guessed: boolean
}

/**
 * `attempt`: the call's header contains the attempt. `trace`: the header contains the event, so the link points to its
 * last delivery before the call. `guess`: only time and store suggest the link.
 */
export type LinkedBy = 'attempt' | 'trace' | 'guess'

/** SQL expressions for the attempt and the delivery of a call `c`, and the kind of the link, separate so that a query looks up only what it uses. */
const attemptOf = '(SELECT a.id FROM main.attempts a WHERE a.span_id = c.attempt_span LIMIT 1)'
const deliveryOf = `coalesce(
  (SELECT a.delivery_id FROM main.attempts a WHERE a.span_id = c.attempt_span LIMIT 1),
  (SELECT max(d.id) FROM main.deliveries d WHERE d.trace_id = c.trace_id AND d.app_key = c.app_key AND d.received_at <= c.at))`
const linkedBy = `CASE WHEN ${deliveryOf} IS NULL THEN NULL WHEN c.is_guess = 1 THEN 'guess' WHEN ${attemptOf} IS NULL THEN 'trace' ELSE 'attempt' END`

/**
 * Returns SQL for the delivery of an app's span or log record, from `spans s` or `logs s`: of its
 * attempt, otherwise the last one of its trace.
 */
export const telemetryDeliverySql = (parent: 'parent_id' | 'span_id') => `coalesce(
  (SELECT a.delivery_id FROM main.attempts a WHERE a.span_id = s.${parent} LIMIT 1),
  (SELECT max(d.id) FROM main.deliveries d WHERE d.trace_id = s.trace_id AND d.app_key = s.app_key AND d.received_at <= s.received_at))`

/** SQL expressions by column name, for queries from `calls c`. */
export const callLinkSql = { attempt_id: attemptOf, delivery_id: deliveryOf, linked_by: linkedBy } as const

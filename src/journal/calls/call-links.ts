/** What is known of where a call came from: what its headers say, or a guess. */
export interface CallLink {
  readonly traceId: string
  /** The span in which the app made it; null for a guess. */
  readonly parentId: string | null
  /** The span of the attempt that caused it, where that is one of ours. */
  readonly attemptSpan: string
  /** Whether only time and store speak for it. */
  readonly isGuess: boolean
}

/** `attempt`: its header names the attempt. `trace`: its header names the event, whose last delivery before it is meant. `guess`: by time and store alone. */
export type LinkedBy = 'attempt' | 'trace' | 'guess'

/** The attempt and delivery of a call `c`, and how they are known, each as an SQL expression: what is not asked for is not looked up. */
const attemptOf = '(SELECT a.id FROM main.attempts a WHERE a.span_id = c.attempt_span LIMIT 1)'
const deliveryOf = `coalesce(
  (SELECT a.delivery_id FROM main.attempts a WHERE a.span_id = c.attempt_span LIMIT 1),
  (SELECT max(d.id) FROM main.deliveries d WHERE d.trace_id = c.trace_id AND d.app_key = c.app_key AND d.received_at <= c.at))`
const linkedBy = `CASE WHEN ${deliveryOf} IS NULL THEN NULL WHEN c.is_guess = 1 THEN 'guess' WHEN ${attemptOf} IS NULL THEN 'trace' ELSE 'attempt' END`

/** The delivery that an app's span or log record belongs to, for queries from `spans s` or `logs s`: that of its attempt, else the last of its trace. */
export const telemetryDeliverySql = (parent: 'parent_id' | 'span_id') => `coalesce(
  (SELECT a.delivery_id FROM main.attempts a WHERE a.span_id = s.${parent} LIMIT 1),
  (SELECT max(d.id) FROM main.deliveries d WHERE d.trace_id = s.trace_id AND d.app_key = s.app_key AND d.received_at <= s.received_at))`

/** For queries from `calls c`: SQL expressions by the name of their column. */
export const callLinkSql = { attempt_id: attemptOf, delivery_id: deliveryOf, linked_by: linkedBy } as const

import { isSuccess } from '../http/status.ts'
import { redactSecrets } from '../protocol/redact.ts'
import { instant, integer, integerOrNull, type Row, textOrNull, word } from '../storage/columns.ts'
import { insertRow, prepared } from '../storage/statements.ts'
import type { Settled } from './delivery-state.ts'
import type { Journal } from './journal.ts'

/**
 * `forward`: the first attempt. `retry`: by the gateway's schedule. `replay`: manual. `edited`:
 * manual, with another body.
 */
export type AttemptKind = 'forward' | 'retry' | 'replay' | 'edited'

/** Reason why there is no response, or none that can be forwarded. */
export type ForwardError =
  | 'app-unreachable'
  | 'app-timeout'
  | 'app-disconnected'
  | 'app-response-invalid'
  | 'app-port-of-another-user'
  | 'app-down'

/** Returns true if the app is down. Another program may use its port. Such an attempt does not count, because the delivery is not at fault. */
export function isAppAway(error: string | null): boolean {
  return error === 'app-unreachable' || error === 'app-port-of-another-user' || error === 'app-down'
}

/** One attempt to deliver an event to the app. */
export interface Attempt {
  readonly deliveryId: number
  readonly at: Date
  /** HTTP status of the app's response, or null without a response. */
  readonly status: number | null
  readonly ms: number
  /** Error word such as `app-timeout`, or null if the app responded. */
  readonly error: string | null
  /** Attempt kind. Default: `forward`. */
  readonly kind?: AttemptKind
  /** Receiver URL if it is not the project's app, else null. */
  readonly sentTo?: string | null
  /** Start of the app's response body, secrets masked, or null if it is empty. */
  readonly answer?: string | null
  /** Span id of the attempt in the delivery's trace, as sent to the app: 16 hex digits. */
  readonly spanId?: string | null
}

export interface AttemptRow extends Required<Attempt> {
  readonly id: number
}

/**
 * Commits one attempt and the new state of its delivery: delivered with a 2xx, otherwise `settled`. A failed attempt without
 * `settled` changes no state, because a failed replay does not undo that the app accepted the event. Raises the errors of SQLite.
 */
export function appendAttempt(journal: Journal, attempt: Attempt, settled?: Settled): void {
  const { deliveryId, status, ms, error, kind = 'forward', answer = null } = attempt
  insertRow(journal.db, 'attempts', {
    delivery_id: deliveryId,
    at: attempt.at.toISOString(),
    status,
    ms,
    error,
    kind,
    sent_to: attempt.sentTo ?? null,
    answer,
    span_id: attempt.spanId ?? null,
  })
  const state = isSuccess(status) ? 'delivered' : settled?.state
  if (state === undefined) {
    prepared(journal.db, 'UPDATE deliveries SET tries = tries + 1 WHERE id = ?').run(deliveryId)
    return
  }
  prepared(journal.db, 'UPDATE deliveries SET tries = tries + 1, state = ?, next_attempt_at = ? WHERE id = ?').run(
    state,
    isSuccess(status) ? null : (settled?.nextAttemptAt?.getTime() ?? null),
    deliveryId,
  )
}

/** How much of an app's response is stored with an attempt, in bytes. */
const KEPT_ANSWER = 2000

/** Returns the start of the app's response for an attempt, with secrets masked; null for an empty response. */
export function answerText({ body }: { readonly body: Uint8Array }): string | null {
  return body.byteLength === 0 ? null : redactSecrets(Buffer.from(body.subarray(0, KEPT_ANSWER)).toString('utf8'))
}

/** Returns all attempts of one delivery, oldest first. */
export function attemptsOfDelivery(journal: Journal, deliveryId: number): AttemptRow[] {
  return prepared(journal.db, 'SELECT * FROM attempts WHERE delivery_id = ? ORDER BY id')
    .all(deliveryId)
    .map(attemptRow)
}

/** Returns all attempts of an event's deliveries that do not conflict with the first one, oldest first. */
export function attemptsOfEvent(journal: Journal, eventId: string): AttemptRow[] {
  return prepared(
    journal.db,
    `SELECT a.* FROM attempts a JOIN deliveries d ON d.id = a.delivery_id
     WHERE d.app_key = ? AND d.event_id = ? AND d.mark <> 'conflict' ORDER BY a.id`,
  )
    .all(journal.appKey, eventId)
    .map(attemptRow)
}

/** Returns manual attempts and retries after this attempt, sent to the project's app, of all apps, oldest first. */
export function triesAfter({ db }: Journal, id: number, limit: number): AttemptRow[] {
  const where = "id > ? AND kind <> 'forward' AND sent_to IS NULL"
  return prepared(db, `SELECT * FROM attempts WHERE ${where} ORDER BY id LIMIT ?`).all(id, limit).map(attemptRow)
}

function attemptRow(row: Row): AttemptRow {
  return {
    id: integer(row, 'id'),
    deliveryId: integer(row, 'delivery_id'),
    at: instant(row, 'at'),
    status: integerOrNull(row, 'status'),
    ms: integer(row, 'ms'),
    error: textOrNull(row, 'error'),
    kind: word<AttemptKind>(row, 'kind'),
    sentTo: textOrNull(row, 'sent_to'),
    answer: textOrNull(row, 'answer'),
    spanId: textOrNull(row, 'span_id'),
  }
}

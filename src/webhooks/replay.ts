import { Buffer } from 'node:buffer'
import type { KeyObject } from 'node:crypto'

import { AppError } from '../errors.ts'
import { checkReceiver } from '../http/receiver.ts'
import { isSuccess } from '../http/status.ts'
import { newSpanId, newTraceId, traceHeaders } from '../http/trace-context.ts'
import type { Send, WireRequest, WireResponse } from '../http/wire.ts'
import { answerText, appendAttempt, type AttemptKind, type ForwardError } from '../journal/attempts.ts'
import type { DeliveryRow } from '../journal/deliveries.ts'
import { requestAsIs, resignedRequest } from '../journal/delivery-request.ts'
import type { Journal } from '../journal/journal.ts'
import { defined } from '../text/defined.ts'
import { eventIdOf, openBody } from './event-body.ts'
import { copiedEventId } from './test-event-id.ts'

export interface ReplayTools {
  readonly send: Send
  readonly now: () => Date
  readonly journal: Journal
  /** Key of the app's webhook signing secret. */
  readonly key: KeyObject
  readonly randomBytes: (size: number) => Buffer
  /** Aborts the wait for a response. */
  readonly interrupted?: AbortSignal
  /**
   * Process id of the app in `app dev`, or null while it is down. Default: any program on the port
   * is the app.
   */
  readonly appPid?: (() => number | null) | undefined
}

export interface Replay {
  readonly delivery: DeliveryRow
  /** URL of the receiver; loopback only (T34). */
  readonly to: string
  /** True if `to` is the project's app. Responses of other receivers do not change the delivery's state. */
  readonly isOwnApp: boolean
  /**
   * - `re-sign`: the same bytes with a fresh timestamp and signature, as the platform's own retry (N5).
   * - `as-is`: the exact received request; an app rejects it after five minutes.
   * - `new-event`: another eventId, so that an app that handles each event once handles it again.
   */
  readonly mode: 're-sign' | 'as-is' | 'new-event'
  /** Manually edited body, signed again. */
  readonly body?: Uint8Array
  readonly kind?: AttemptKind
}

export interface ReplayAnswer {
  readonly deliveryId: number
  readonly eventId: string | null
  readonly to: string
  /** HTTP status, or null without a response. */
  readonly status: number | null
  readonly ms: number
  readonly error: string | null
  readonly accepted: boolean
}

const ANSWER_TIMEOUT_MS = 30_000

/**
 * Resends a delivery of the journal to the app and journals the attempt; a 2xx makes the delivery `delivered`. An app that is down or rejects is a
 * result and no error. Raises `webhook.bad-address` and `usage.invalid` before anything is sent, and `cli.interrupted`: then no attempt is journaled.
 */
export async function replayDelivery(tools: ReplayTools, replay: Replay): Promise<ReplayAnswer> {
  const { delivery, to, isOwnApp } = replay
  const url = checkReceiver(to)
  const request = buildRequest(tools, replay)
  const trace = { traceId: delivery.traceId ?? newTraceId(), spanId: newSpanId() }
  const headers = { ...request.headers, ...traceHeaders(trace) }
  const startedAt = tools.now().getTime()
  const sent = { ...request, headers, ...ownerOf(tools, replay) }
  const { status, error, answer } = await sendTo(url, tools, sent).then(
    (response) => ({ status: response.status, error: null, answer: answerText(response) }),
    (cause: unknown) => ({ status: null, error: describeReason(cause), answer: null }),
  )
  const ms = tools.now().getTime() - startedAt
  const accepted = isSuccess(status)
  const { kind = replay.body || replay.mode === 'new-event' ? 'edited' : 'replay' } = replay
  appendAttempt(tools.journal, {
    deliveryId: delivery.id,
    at: tools.now(),
    // Another receiver's 2xx does not mean that the app has the event.
    status: accepted && !isOwnApp ? null : status,
    error: accepted && !isOwnApp ? `accepted-elsewhere-${status}` : error,
    ms,
    kind,
    sentTo: isOwnApp ? null : url.href,
    answer: accepted ? null : answer,
    spanId: trace.spanId,
  })
  return { deliveryId: delivery.id, eventId: eventIdOf(request.body), to: url.href, status, ms, error, accepted }
}

/** Another receiver need not be the app. */
function ownerOf({ appPid }: ReplayTools, { isOwnApp }: Replay): Pick<WireRequest, 'ownerPid'> {
  return isOwnApp ? defined({ ownerPid: appPid?.() }) : {}
}

async function sendTo(
  url: URL,
  { send, interrupted: signal }: ReplayTools,
  sent: ReturnType<typeof buildRequest> & Pick<WireRequest, 'ownerPid'>,
): Promise<WireResponse> {
  const request = { method: 'POST', url, ...sent, timeoutMs: ANSWER_TIMEOUT_MS } as const
  return send({ ...request, redirects: 'answer', ownUserOnly: true, ...defined({ signal }) })
}

function buildRequest({ key, now, randomBytes }: ReplayTools, { delivery, mode, body }: Replay) {
  if (mode === 'as-is' && body === undefined) return requestAsIs(delivery)
  if (mode !== 'new-event') return resignedRequest(delivery, { key, now: now(), ...defined({ body }) })
  const fields = openBody(body ?? delivery.body)
  fields['eventId'] = copiedEventId(randomBytes, delivery.eventId)
  return resignedRequest(delivery, { key, now: now(), body: Buffer.from(JSON.stringify(fields)) })
}

/** Uses the reasons of the gateway's own attempts. */
function describeReason(cause: unknown): ForwardError {
  if (!(cause instanceof AppError)) throw cause
  if (cause.code === 'cli.interrupted') throw cause
  if (cause.code === 'net.timeout') return 'app-timeout'
  return connectionReasons[String(cause.details['reason'])] ?? 'app-disconnected'
}

const connectionReasons: Readonly<Record<string, ForwardError>> = {
  ECONNREFUSED: 'app-unreachable',
  EOTHERUSER: 'app-port-of-another-user',
  EOTHERPROGRAM: 'app-down',
}

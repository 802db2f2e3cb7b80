import type { KeyObject } from 'node:crypto'

import { isSuccess } from '../http/status.ts'
import { newTraceId, type TraceContext } from '../http/trace-context.ts'
import { answerText, type Attempt } from '../journal/attempts.ts'
import type { JournaledDelivery } from '../journal/deliveries.ts'
import type { DeliveryTarget, Settled } from '../journal/delivery-state.ts'
import type { JournalWriter } from '../journal/writer.ts'
import { verifyWebhook } from '../protocol/webhook-signature.ts'
import { defined } from '../text/defined.ts'
import {
  emptyEnvelope,
  keptHeaders,
  otherStore,
  ownAnswer,
  readEnvelope,
  type DeliveryOutcome,
  type DeliveryVerdict,
  type DistinctHeaders,
  type Envelope,
  type ForwardResult,
  type ForwardedDelivery,
  type GatewayAnswer,
  type RejectReason,
} from './delivery.ts'
import type { DeliveryTraces } from './traces/delivery-traces.ts'

export interface IncomingDelivery {
  readonly headers: DistinctHeaders
  /** Received bytes, neither decoded nor inflated nor parsed. */
  readonly body: Uint8Array
  /** Target of the request line, passed to the app. */
  readonly target: string
  /** Received header names and values, alternating; passed to the app. */
  readonly rawHeaders: readonly string[]
  /** Time of receipt, from which the age of a delivery is measured (P5). */
  readonly receivedAt: Date
  /** Trace that replaces the one in the incoming headers for the app; no trace by default. */
  readonly trace?: TraceContext
}

/** Delivers to the app and returns the app's response. */
export type Forward = (delivery: IncomingDelivery) => Promise<ForwardResult>

export interface InboundTools {
  /** Null while no signing secret is known. Then nothing can be verified and nothing is accepted. */
  readonly key: () => KeyObject | null
  /** Platform of that secret. */
  readonly target?: DeliveryTarget
  readonly journal: JournalWriter
  readonly forward: Forward
  /** Gives each delivery a trace; no traces by default. */
  readonly traces?: DeliveryTraces
  /** Called before the app gets a delivery, so that the app's output and calls can only follow. */
  readonly onForward?: (delivery: ForwardedDelivery) => void
  readonly now: () => Date
  /** Deliveries in flight to the app, by eventId: a copy waits for the first one. */
  readonly underway: Map<string, Promise<ForwardResult>>
  /** Hold back every event that the app has already accepted, even if it is signed again. Otherwise only an identical request is held back. */
  readonly dedupe?: boolean
  /** Acknowledge immediately and leave the rest to the gateway's own attempts. Called for each delivery that is acknowledged. */
  readonly acknowledged?: () => void
}

/**
 * Handles one delivery, from raw bytes to response: verifies it first (T11), commits it to the journal, then forwards it unchanged
 * and returns the app's response. Responds 400 or 401 to any other request, 409 to a conflict, 503 if the journal cannot write
 * (P11), and 502 or 504 if the app does not respond, so that the platform itself retries. Never throws for untrusted input.
 */
export async function receiveDelivery(tools: InboundTools, delivery: IncomingDelivery): Promise<DeliveryOutcome> {
  const seen = verify(tools, delivery)
  const envelope: Envelope = seen.ok ? readEnvelope(delivery.body) : emptyEnvelope
  const finish = (result: Finished): DeliveryOutcome => ({
    topic: seen.ok ? seen.topic : null,
    storeId: seen.ok ? seen.storeId : null,
    envelope,
    mark: result.row?.mark ?? 'first',
    deliveryId: result.row?.id ?? null,
    verdict: result.verdict,
    answer: result.answer,
    ms: tools.now().getTime() - delivery.receivedAt.getTime(),
    ...defined({ appMs: result.appMs }),
  })
  if (!seen.ok) {
    const verdict = { kind: 'rejected', reason: seen.reason, ageSeconds: seen.ageSeconds } as const
    return finish({ verdict, answer: ownAnswer(seen.status, seen.reason) })
  }
  const row = await writeDown(tools, { delivery, envelope, seen })
  if (!row) return finish({ verdict: { kind: 'not-journaled' }, answer: ownAnswer(503, 'journal-unavailable') })
  if (row.mark === 'conflict') {
    return finish({ row, verdict: { kind: 'conflict' }, answer: ownAnswer(409, 'event-conflict') })
  }
  return finish({ row, ...(await handOn(tools, { delivery, envelope, seen, row })) })
}

interface Finished {
  readonly row?: JournaledDelivery
  readonly verdict: DeliveryVerdict
  readonly answer: GatewayAnswer
  readonly appMs?: number
}

type Seen =
  | { readonly ok: true; readonly topic: string; readonly storeId: string; readonly timestamp: number }
  | { readonly ok: false; readonly status: number; readonly reason: RejectReason; readonly ageSeconds: number | null }

/** A malformed request gets a 400; a well-formed one that is not proven genuine gets a 401. */
const malformed: readonly RejectReason[] = ['header-repeated', 'timestamp-malformed', 'store-malformed']

function verify(tools: InboundTools, { headers, body, receivedAt }: IncomingDelivery): Seen {
  const key = tools.key()
  if (!key) return { ok: false, status: 503, reason: 'no-secret', ageSeconds: null }
  const verdict = verifyWebhook({ key, headers, body, now: receivedAt })
  if (verdict.ok) return verdict
  const ageSeconds = 'ageSeconds' in verdict ? verdict.ageSeconds : null
  return { ok: false, status: malformed.includes(verdict.reason) ? 400 : 401, reason: verdict.reason, ageSeconds }
}

interface Verified {
  readonly delivery: IncomingDelivery
  readonly envelope: Envelope
  readonly seen: { readonly topic: string; readonly storeId: string; readonly timestamp: number }
}

/** Returns null if the journal cannot write; then the delivery must not be acknowledged. */
async function writeDown(
  tools: InboundTools,
  { delivery, envelope, seen }: Verified,
): Promise<JournaledDelivery | null> {
  try {
    return await tools.journal.delivery({
      eventId: envelope.eventId,
      regionId: envelope.regionId,
      note: otherStore(envelope, seen.storeId) === null ? null : 'other-store',
      receivedAt: delivery.receivedAt,
      topic: seen.topic,
      storeId: seen.storeId,
      timestamp: seen.timestamp,
      signature: delivery.headers['x-service-hmac-sha256']?.[0] ?? '',
      headers: keptHeaders(delivery.headers),
      body: delivery.body,
      isAcknowledged: tools.acknowledged !== undefined,
      isDeduped: tools.dedupe === true,
      traceId: tools.traces ? newTraceId() : null,
      target: tools.target ?? null,
    })
  } catch {
    return null
  }
}

/** The gateway's own response for a delivery that is on disk. */
const taken: GatewayAnswer = { status: 200, headers: [], body: new Uint8Array() }

interface Written extends Verified {
  readonly row: JournaledDelivery
}

function mayBeHeldBack(tools: InboundTools, { mark }: JournaledDelivery): boolean {
  return mark === 'replay' || (mark === 'duplicate' && tools.dedupe === true)
}

/**
 * Returns the app's response, or the response to a copy that the app need not see again: an identical request
 * within its five minutes (T12), or any copy with `dedupe`. While the first one is in flight the copy waits.
 * If the app did not accept the first one, the copy counts as another attempt and not as a repeat.
 */
async function handOn(tools: InboundTools, written: Written): Promise<Omit<Finished, 'row'>> {
  const { row, envelope } = written
  if (envelope.eventId !== null && mayBeHeldBack(tools, row)) {
    // Once the gateway has acknowledged the first one, it reaches the app without this copy.
    let status = tools.acknowledged ? taken.status : row.takenWith
    const other = () => (isSuccess(status) ? undefined : tools.underway.get(envelope.eventId ?? ''))
    for (let first = other(); first; first = other()) {
      const result = await first
      if (result.ok) status = result.answer.status
    }
    if (isSuccess(status)) return { verdict: { kind: 'held-back' }, answer: heldBack(tools, row, status) }
  }
  if (tools.acknowledged) {
    tools.acknowledged()
    return { verdict: { kind: 'acknowledged' }, answer: taken }
  }
  // Nothing is awaited between the last check of `underway` and this line, so that of simultaneous copies only one is forwarded.
  return forwardOnce(tools, written)
}

function heldBack(tools: InboundTools, row: JournaledDelivery, status: number | null): GatewayAnswer {
  void noteAttempt(tools, { deliveryId: row.id, status: null, ms: 0, error: 'held-back' }, { state: 'held_back' })
  return status === 204 ? { ...taken, status } : taken
}

async function forwardOnce(tools: InboundTools, written: Written): Promise<Omit<Finished, 'row'>> {
  const { delivery, envelope, seen, row } = written
  tools.onForward?.({ ...envelope, ...seen, id: row.id, body: delivery.body })
  const open = tools.traces?.begin({ storeId: seen.storeId, traceId: row.traceId })
  const result = await holdingCopies(tools, envelope, {
    result: open ? tools.forward({ ...delivery, trace: open.trace }).finally(open.end) : tools.forward(delivery),
    note: (said) => noteForward(tools, { deliveryId: row.id, spanId: open?.trace.spanId ?? null }, said),
  })
  const { ms: appMs } = result
  if (result.ok) return { verdict: { kind: 'forwarded' }, answer: result.answer, appMs }
  const status = result.error === 'app-timeout' ? 504 : 502
  const { error, holder = null } = result
  return { verdict: { kind: 'app-failed', error, holder }, answer: ownAnswer(status, error), appMs }
}

interface Underway {
  readonly result: Promise<ForwardResult>
  /** Resolves when the journal has recorded the result. */
  readonly note: (result: ForwardResult) => Promise<void>
}

/** Copies find the first delivery in `underway` from its start until the journal has its result (P4). */
async function holdingCopies(
  { underway }: InboundTools,
  { eventId }: Envelope,
  { result, note }: Underway,
): Promise<ForwardResult> {
  const isHolder = eventId !== null && !underway.has(eventId)
  const done = result.then((said) => {
    const noted = note(said)
    const isTaken = said.ok && isSuccess(said.answer.status)
    // A copy whose row was committed together with this note reads `underway` later in the same turn, so the entry stays until that turn is over.
    if (isHolder && isTaken) void noted.then(() => setImmediate(() => underway.delete(eventId)))
    // The app did not accept it, so the next copy may try and takes its place in `underway`.
    else if (isHolder) underway.delete(eventId)
    return said
  })
  if (isHolder) {
    underway.set(eventId, done)
    done.catch(() => underway.delete(eventId))
  }
  return done
}

function noteForward(
  tools: InboundTools,
  which: Pick<Attempt, 'deliveryId' | 'spanId'>,
  result: ForwardResult,
): Promise<void> {
  const { ms } = result
  if (!result.ok) return noteAttempt(tools, { ...which, status: null, ms, error: result.error })
  const { status } = result.answer
  return noteAttempt(tools, { ...which, status, ms, error: null, answer: answerText(result.answer) })
}

function noteAttempt(tools: InboundTools, attempt: Omit<Attempt, 'at'>, settled?: Settled): Promise<void> {
  return tools.journal.attempt({ ...attempt, at: tools.now() }, settled)
}

import { redactSecrets } from '../protocol/redact.ts'
import { ExactNumber, parseJson } from '../text/json.ts'

/** Headers as they came, every value of a repeated one kept apart; names in lower case (`IncomingMessage.headersDistinct`). */
export type DistinctHeaders = Readonly<Record<string, readonly string[] | undefined>>

/** What happened to one delivery, in the order in which it is decided. */
export type DeliveryVerdict =
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly ageSeconds: number | null }
  | { readonly kind: 'not-journaled' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'held-back' }
  /** Answered at once; the gateway hands it to the app by itself. */
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'forwarded' }
  | { readonly kind: 'app-failed'; readonly error: ForwardError }

/** Why a request at the webhook path is not a delivery. Counted and shown, never stored. */
export type RefusalReason =
  | 'header-missing'
  | 'header-repeated'
  | 'timestamp-malformed'
  | 'store-malformed'
  | 'signature-malformed'
  | 'signature-mismatch'
  | 'too-old'
  | 'too-new'
  | 'no-secret'
  | 'too-large'
  | 'too-slow'
  | 'too-many'

/** Why the app gave no answer, or none that can be passed on. */
export type ForwardError =
  | 'app-unreachable'
  | 'app-timeout'
  | 'app-broke-off'
  | 'app-answer-invalid'
  | 'app-port-of-another-user'

export interface GatewayAnswer {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

export interface DeliveryOutcome {
  readonly verdict: DeliveryVerdict
  readonly answer: GatewayAnswer
  /** Row in the journal; null when nothing was stored. */
  readonly deliveryId: number | null
  readonly envelope: Envelope
  readonly mark: 'first' | 'duplicate' | 'replay' | 'conflict'
  readonly topic: string | null
  readonly storeId: string | null
  /** From receipt to answer, writing it down included. */
  readonly ms: number
  /** What the app took of it; left out where it was not asked. */
  readonly appMs?: number
  /** The platform had stopped waiting before the answer was there. */
  readonly isUnheard?: boolean
}

/** The facts of a body that the gateway needs; the rest is the app's business (EVT-025). */
export interface Envelope {
  readonly eventId: string | null
  /** As the body has it; the one that counts is in the header. */
  readonly storeId: string | null
  readonly regionId: string | null
}

const utf8 = new TextDecoder()

/** The envelope of a body that says nothing. */
export const emptyEnvelope: Envelope = { eventId: null, storeId: null, regionId: null }

/** The store that the body names, where it is another one than that of the header; null where they agree or the body names none. */
export function otherStore({ storeId }: Envelope, inHeader: string | null): string | null {
  return storeId === null || storeId === inHeader ? null : storeId
}

/** Reads eventId, storeId and regionId out of a verified body. Whatever else the body is, it is forwarded as it came. Never throws. */
export function readEnvelope(body: Uint8Array): Envelope {
  const parsed = parseJson(utf8.decode(body))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return emptyEnvelope
  const fields = parsed.value as Readonly<Record<string, unknown>>
  return {
    eventId: identifier(fields['eventId']),
    storeId: identifier(fields['storeId']),
    regionId: identifier(fields['regionId']),
  }
}

/** An id as text: ids above 2^53 come as ExactNumber, whose text is its digits. */
function identifier(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return value instanceof ExactNumber ? value.source : null
}

/** The answer that the gateway gives by itself: one reason word, no detail that a stranger could learn from. */
export function ownAnswer(status: number, reason: string, headers: readonly string[] = []): GatewayAnswer {
  return {
    status,
    headers: ['Content-Type', 'application/json', ...headers],
    body: Buffer.from(`${JSON.stringify({ success: false, reason })}\n`),
  }
}

/** As much of what the app said as is kept with an attempt. */
const KEPT_ANSWER = 2000

/** What the app said to a delivery, for the journal: the start of it, with secrets hidden; null when it said nothing. */
export function answerText({ body }: GatewayAnswer): string | null {
  if (body.byteLength === 0) return null
  return redactSecrets(utf8.decode(body.subarray(0, KEPT_ANSWER)))
}

const kept = ['content-type', 'user-agent', 'x-service-topic', 'x-service-store', 'x-service-timestamp']

/** The headers that the journal keeps: those that explain a delivery. Authorization, cookies and addresses are left out. */
export function keptHeaders(headers: DistinctHeaders): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name of kept) {
    const value = headers[name]?.[0]
    if (value !== undefined) result[name] = value.slice(0, 1024)
  }
  return result
}

import type { ForwardError } from '../journal/attempts.ts'
import type { DeliveryMark, DeliveryRow } from '../journal/deliveries.ts'
import type { PortHolder } from '../processes/port-holder.ts'
import type { RejectedWebhook } from '../protocol/judge/webhook.ts'
import { ExactNumber, parseJson } from '../text/json.ts'

/**
 * Received headers with separate values for repeated ones and lowercase names
 * (`IncomingMessage.headersDistinct`).
 */
export type DistinctHeaders = Readonly<Record<string, readonly string[] | undefined>>

/** Outcome of one delivery, in the order in which it is decided. */
export type DeliveryVerdict =
  | { readonly kind: 'rejected'; readonly reason: RejectReason; readonly ageSeconds: number | null }
  | { readonly kind: 'not-journaled' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'held-back' }
  /** Acknowledged immediately. The gateway delivers it to the app later. */
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'forwarded' }
  | { readonly kind: 'app-failed'; readonly error: ForwardError; readonly holder: PortHolder | null }

/** Reason why a request at the webhook path is not a delivery. Such requests are counted and shown, never stored. */
export type RejectReason = RejectedWebhook['reason'] | 'no-secret' | 'too-large' | 'too-slow' | 'too-many'

export interface GatewayAnswer {
  readonly status: number
  /** Names and values, alternating. */
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

/** A delivery in the journal that the app receives. */
export type ForwardedDelivery = Pick<DeliveryRow, 'id' | 'eventId' | 'topic' | 'storeId' | 'regionId' | 'body'>

export type ForwardResult =
  | { readonly ok: true; readonly answer: GatewayAnswer; readonly ms: number }
  | {
      readonly ok: false
      readonly error: ForwardError
      readonly ms: number
      /** The other program that uses the app's port, if known. */
      readonly holder?: PortHolder | null
    }

export interface DeliveryOutcome {
  readonly verdict: DeliveryVerdict
  readonly answer: GatewayAnswer
  /** Delivery id in the journal, or null if nothing was stored. */
  readonly deliveryId: number | null
  readonly envelope: Envelope
  readonly mark: DeliveryMark
  readonly topic: string | null
  readonly storeId: string | null
  /** Time from receipt to response in ms, including the journal write. */
  readonly ms: number
  /** The app's share of `ms`. Missing if the app was not called. */
  readonly appMs?: number | undefined
  /** True if the platform disconnected before the response. */
  readonly isUnheard?: boolean
}

/** Members of a body that the gateway needs. The app handles the rest (EVT-025). */
export interface Envelope {
  readonly eventId: string | null
  /** Store id in the body. The header takes precedence. */
  readonly storeId: string | null
  readonly regionId: string | null
}

const utf8 = new TextDecoder()

/** Envelope of a body without these members. */
export const emptyEnvelope: Envelope = { eventId: null, storeId: null, regionId: null }

/** Returns the store in the body if it differs from the one in the header; null if they agree or the body has none. */
export function otherStore({ storeId }: Envelope, inHeader: string | null): string | null {
  return storeId === null || storeId === inHeader ? null : storeId
}

/** Reads eventId, storeId and regionId from a verified body. Everything else in the body is forwarded unchanged. Never throws. */
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

/** Returns an id as text: ids above 2^53 arrive as ExactNumber, which keeps their digits. */
function identifier(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return value instanceof ExactNumber ? value.source : null
}

/** Creates a response of the gateway itself: one word for the reason, and no detail that would help an attacker. */
export function ownAnswer(status: number, reason: string, headers: readonly string[] = []): GatewayAnswer {
  return {
    status,
    headers: ['Content-Type', 'application/json', ...headers],
    body: Buffer.from(`${JSON.stringify({ success: false, reason })}\n`),
  }
}

const kept = [
  'content-type',
  'user-agent',
  'x-service-hmac-sha256',
  'x-service-topic',
  'x-service-store',
  'x-service-timestamp',
]

/** Returns the headers that the journal stores because they explain a delivery. Leaves out authorization, cookies and addresses. */
export function keptHeaders(headers: DistinctHeaders): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name of kept) {
    const value = headers[name]?.[0]
    if (value !== undefined) result[name] = value.slice(0, 1024)
  }
  return result
}

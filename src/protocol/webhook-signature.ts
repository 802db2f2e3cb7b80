import type { KeyObject } from 'node:crypto'

import { hmacSha256, isHexOf, unixSeconds } from './hmac.ts'

/** How far the timestamp of a delivery may lie from now, in either direction; exactly this far is still accepted. */
export const WEBHOOK_WINDOW_SECONDS = 300

export const webhookHeaderNames = {
  signature: 'X-Service-Hmac-Sha256',
  topic: 'X-Service-Topic',
  store: 'X-Service-Store',
  timestamp: 'X-Service-Timestamp',
} as const

export interface WebhookToSign {
  /** Made by `signingKey`. */
  readonly key: KeyObject
  /** For example `order.created`. */
  readonly topic: string
  /** The numeric id of the store, not its code. */
  readonly storeId: number | string
  /** Unix seconds. */
  readonly timestamp: number
  /** The body exactly as it goes over the wire. */
  readonly body: Uint8Array
}

/** The signature of a delivery: 64 characters of lowercase hex. */
export function signWebhook(webhook: WebhookToSign): string {
  return webhookHmac(webhook).toString('hex')
}

/** The four headers that a delivery of the platform carries. */
export function webhookHeaders(webhook: WebhookToSign): Record<string, string> {
  return {
    [webhookHeaderNames.signature]: signWebhook(webhook),
    [webhookHeaderNames.topic]: webhook.topic,
    [webhookHeaderNames.store]: String(webhook.storeId),
    [webhookHeaderNames.timestamp]: String(webhook.timestamp),
  }
}

/** The signed string: topic, LF, store id, LF, timestamp, LF, raw body. The body is never decoded: its bytes are what was signed. */
function webhookHmac({ key, topic, storeId, timestamp, body }: WebhookToSign): Buffer {
  return hmacSha256(key, [`${topic}\n${storeId}\n${timestamp}\n`, body])
}

export interface WebhookToVerify {
  /** Made by `signingKey`. */
  readonly key: KeyObject
  /** Names in any case; an array for a header that may have come more than once. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes as they were received, before anything has parsed or decoded them. */
  readonly body: Uint8Array
  /** The moment of receipt. */
  readonly now: Date
}

export type WebhookVerdict =
  | {
      readonly ok: true
      readonly topic: string
      /** Digits; text, because an id may be larger than a JavaScript number can hold. */
      readonly storeId: string
      /** Unix seconds. */
      readonly timestamp: number
      /** Negative when the sender's clock is ahead. */
      readonly ageSeconds: number
    }
  | { readonly ok: false; readonly reason: 'header-missing' | 'header-repeated'; readonly header: string }
  | { readonly ok: false; readonly reason: 'timestamp-malformed' | 'store-malformed' }
  | { readonly ok: false; readonly reason: 'signature-malformed' | 'signature-mismatch' }
  /** The signature is right and only the time is wrong: a late or repeated delivery, or a clock that is off by `ageSeconds`. */
  | { readonly ok: false; readonly reason: 'too-old' | 'too-new'; readonly ageSeconds: number }

/**
 * Whether a request is a delivery of the platform: signed with this key over exactly these bytes, at most five minutes ago or ahead.
 * Never throws, whatever the request holds. It does not tell a repeat from a first delivery: keep the `eventId` of the body for that.
 */
export function verifyWebhook({ key, headers, body, now }: WebhookToVerify): WebhookVerdict {
  const found = readHeaders(headers)
  if (!found.ok) return found

  const { signature, topic, store: storeId } = found
  // Strict digits, at most 15: what was signed is the text, and here one text stands for one number.
  if (!/^(?:0|[1-9]\d{0,14})$/.test(found.timestamp)) return { ok: false, reason: 'timestamp-malformed' }
  if (!/^[1-9]\d{0,19}$/.test(storeId)) return { ok: false, reason: 'store-malformed' }
  if (!/^[0-9a-f]{64}$/.test(signature)) return { ok: false, reason: 'signature-malformed' }

  const timestamp = Number(found.timestamp)
  if (!isSigned({ key, topic, storeId, timestamp, body }, signature)) return { ok: false, reason: 'signature-mismatch' }

  // The age comes last, so that `too-old` is only ever said of a delivery that is genuine.
  const ageSeconds = unixSeconds(now) - timestamp
  // Asked this way round, a clock that is not a number refuses.
  if (Math.abs(ageSeconds) <= WEBHOOK_WINDOW_SECONDS) return { ok: true, topic, storeId, timestamp, ageSeconds }
  return { ok: false, reason: ageSeconds < 0 ? 'too-new' : 'too-old', ageSeconds }
}

function isSigned(webhook: WebhookToSign, signature: string): boolean {
  // A line feed in the topic would let one signed string be read as two different deliveries.
  if (!/^[\x21-\x7e]+$/.test(webhook.topic)) return false
  if (!ArrayBuffer.isView(webhook.body)) return false
  return isHexOf(webhookHmac(webhook), signature)
}

type FoundHeaders =
  | ({ readonly ok: true } & Record<keyof typeof webhookHeaderNames, string>)
  | { readonly ok: false; readonly reason: 'header-missing' | 'header-repeated'; readonly header: string }

const parts = ['signature', 'topic', 'store', 'timestamp'] as const
const partOf = new Map(parts.map((part) => [webhookHeaderNames[part].toLowerCase(), part]))

function readHeaders(headers: WebhookToVerify['headers']): FoundHeaders {
  const found = { signature: '', topic: '', store: '', timestamp: '' }
  const values = valuesOf(headers)
  for (const part of parts) {
    const header = webhookHeaderNames[part]
    const [value, ...more] = values[part]
    if (value === undefined || value === '') return { ok: false, reason: 'header-missing', header }
    // Of two values nobody can say which one the signature is about.
    if (more.length > 0) return { ok: false, reason: 'header-repeated', header }
    found[part] = value
  }
  return { ok: true, ...found }
}

/** Every value of the four headers, whatever case their names have. */
function valuesOf(headers: WebhookToVerify['headers']): Record<keyof typeof webhookHeaderNames, string[]> {
  const values: Record<keyof typeof webhookHeaderNames, string[]> = {
    signature: [],
    topic: [],
    store: [],
    timestamp: [],
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    const part = partOf.get(name.toLowerCase())
    if (part !== undefined) values[part].push(...[value].flat().filter((one) => typeof one === 'string'))
  }
  return values
}

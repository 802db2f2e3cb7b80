/** Maximum difference between a delivery's timestamp and now, in either direction, inclusive. */
export const WEBHOOK_WINDOW_SECONDS = 300

export const webhookHeaderNames = {
  signature: 'X-Service-Hmac-Sha256',
  topic: 'X-Service-Topic',
  store: 'X-Service-Store',
  timestamp: 'X-Service-Timestamp',
} as const

/** A received request. */
export interface ReceivedWebhook {
  /** Headers with names in any case. An array for a header that can be repeated. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Received bytes, before any parsing or decoding. */
  readonly body: Uint8Array
}

/** Unverified claims of a request. Do not trust them before the signature is verified. */
export interface ClaimedWebhook {
  readonly ok: true
  readonly topic: string
  readonly storeId: string
  /** Signed timestamp in Unix seconds. */
  readonly timestamp: number
  /** 64 characters of lowercase hex. */
  readonly signature: string
  /** Signed parts in order. The body is never decoded, because its bytes are signed. */
  readonly signed: readonly [start: string, body: Uint8Array]
}

export type WebhookVerdict =
  | {
      readonly ok: true
      readonly topic: string
      /** Store id as digits. Text, because an id can exceed the range of a JavaScript number. */
      readonly storeId: string
      /** Signed timestamp in Unix seconds. */
      readonly timestamp: number
      /** Age of the request in seconds. Negative if the sender's clock is ahead. */
      readonly ageSeconds: number
    }
  | { readonly ok: false; readonly reason: 'header-missing' | 'header-repeated'; readonly header: string }
  | { readonly ok: false; readonly reason: 'timestamp-malformed' | 'store-malformed' }
  | { readonly ok: false; readonly reason: 'signature-malformed' | 'signature-mismatch' }
  /**
   * The signature is valid but the time is not: a late or repeated delivery, or a clock that is off
   * by `ageSeconds`.
   */
  | { readonly ok: false; readonly reason: 'too-old' | 'too-new'; readonly ageSeconds: number }

export type RejectedWebhook = Extract<WebhookVerdict, { readonly ok: false }>

/**
 * Reads a request without cryptography: its claims and what must be verified, or why it is not a
 * delivery. Never throws.
 */
export function readWebhook({ headers, body }: ReceivedWebhook): ClaimedWebhook | RejectedWebhook {
  const found = readHeaders(headers)
  if (!found.ok) return found

  const { signature, topic, store: storeId } = found
  // Only digits, at most 15: the signature covers the text, so each number must have only one text.
  if (!/^(?:0|[1-9]\d{0,14})$/.test(found.timestamp)) return { ok: false, reason: 'timestamp-malformed' }
  if (!/^[1-9]\d{0,19}$/.test(storeId)) return { ok: false, reason: 'store-malformed' }
  if (!/^[0-9a-f]{64}$/.test(signature)) return { ok: false, reason: 'signature-malformed' }
  // A line feed in the topic would allow reading one signed string as two different deliveries.
  if (!/^[\x21-\x7e]+$/.test(topic) || !ArrayBuffer.isView(body)) return { ok: false, reason: 'signature-mismatch' }

  const timestamp = Number(found.timestamp)
  return { ok: true, topic, storeId, timestamp, signature, signed: [signedStart({ topic, storeId, timestamp }), body] }
}

/** Returns the first part of the signed string: topic, LF, store id, LF, timestamp, LF. The raw body follows. */
export function signedStart(facts: {
  readonly topic: string
  readonly storeId: number | string
  readonly timestamp: number
}): string {
  return `${facts.topic}\n${facts.storeId}\n${facts.timestamp}\n`
}

/** Returns the verdict on a request after its signature check. `seconds` is the time of receipt in Unix seconds. */
export function judgeWebhook(claimed: ClaimedWebhook, isSigned: boolean, seconds: number): WebhookVerdict {
  if (!isSigned) return { ok: false, reason: 'signature-mismatch' }
  const { topic, storeId, timestamp } = claimed
  // The age is checked last, so that `too-old` applies only to genuine deliveries.
  const ageSeconds = seconds - timestamp
  // Compared this way, a clock that is NaN is rejected.
  if (Math.abs(ageSeconds) <= WEBHOOK_WINDOW_SECONDS) return { ok: true, topic, storeId, timestamp, ageSeconds }
  return { ok: false, reason: ageSeconds < 0 ? 'too-new' : 'too-old', ageSeconds }
}

type FoundHeaders =
  | ({ readonly ok: true } & Record<keyof typeof webhookHeaderNames, string>)
  | { readonly ok: false; readonly reason: 'header-missing' | 'header-repeated'; readonly header: string }

const parts = ['signature', 'topic', 'store', 'timestamp'] as const
const partOf = new Map(parts.map((part) => [webhookHeaderNames[part].toLowerCase(), part]))

function readHeaders(headers: ReceivedWebhook['headers']): FoundHeaders {
  const found = { signature: '', topic: '', store: '', timestamp: '' }
  const values = valuesOf(headers)
  for (const part of parts) {
    const header = webhookHeaderNames[part]
    const [value, ...more] = values[part]
    if (value === undefined || value === '') return { ok: false, reason: 'header-missing', header }
    // The signature covers only one of two values, and it is unclear which.
    if (more.length > 0) return { ok: false, reason: 'header-repeated', header }
    found[part] = value
  }
  return { ok: true, ...found }
}

/** Returns every value of the four headers, with names in any case. */
function valuesOf(headers: ReceivedWebhook['headers']): Record<keyof typeof webhookHeaderNames, string[]> {
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

import { signingKey } from '../../protocol/signing-key.ts'
import { verifyWebhook, webhookHeaderNames, type WebhookVerdict } from '../../protocol/webhook-signature.ts'
import type { KnownFacts } from './deviation.ts'
import { explainMismatch, isDocumented, type Explanation } from './explain.ts'
import type { ReadHeaders } from './read-headers.ts'
import { guessByLength } from './read-signature.ts'

export interface RequestToVerify extends KnownFacts {
  readonly secret: string
  readonly headers: ReadHeaders
  readonly body: Uint8Array
  /** Time of receipt. */
  readonly receivedAt: Date
  /** Signature that the app computed for this request, explained instead of the header's value. */
  readonly computed?: string | undefined
}

export interface Verification {
  readonly verdict: WebhookVerdict
  /** Signing mistake that explains the signature, or null. */
  readonly explanation: Explanation | null
  /** Guess from the length of an unexplained signature, or null. */
  readonly guess: string | null
  /** The same for the signature that the app computed, or null without one. */
  readonly computed: Computed | null
}

export interface Computed {
  /** True if it is correct, or null if a signed header is missing or repeated. */
  readonly correct: boolean | null
  readonly explanation: Explanation | null
  readonly guess: string | null
}

/** Returns the platform's verdict on one request and, if the signature differs, the wrong recipe that produces it. Never raises for untrusted input. */
export function verifyRequest(request: RequestToVerify): Verification {
  const { secret, headers, body, receivedAt: now, computed } = request
  const verdict = verifyWebhook({ key: signingKey(secret), headers, body, now })
  const differs =
    !verdict.ok && ['signature-mismatch', 'signature-malformed', 'timestamp-malformed'].includes(verdict.reason)
  const own = differs ? explainSignature(request, readValue(headers, 'signature')) : { explanation: null, guess: null }
  return { verdict, ...own, computed: computed === undefined ? null : explainComputed(request, computed.trim()) }
}

const signedHeaders = ['topic', 'store', 'timestamp'] as const

/** The correct signature is that of the documented recipe for the received values, even if they are invalid. */
function explainComputed(request: RequestToVerify, signature: string): Computed {
  const { headers, secret, body } = request
  const isWhole = signedHeaders.every(
    (part) => readValue(headers, part) !== '' && readValues(headers, part).length === 1,
  )
  if (!isWhole) return { correct: null, explanation: null, guess: null }
  const correct = isDocumented({ secret, body, signature, ...readParts(headers) })
  return { correct, ...(correct ? { explanation: null, guess: null } : explainSignature(request, signature)) }
}

function explainSignature(request: RequestToVerify, signature: string): Pick<Verification, 'explanation' | 'guess'> {
  const { headers, secret, body, otherSecrets, storeCodes } = request
  const explanation = explainMismatch({ secret, body, otherSecrets, storeCodes, signature, ...readParts(headers) })
  return { explanation, guess: explanation === null ? guessByLength(signature) : null }
}

function readParts(headers: ReadHeaders) {
  return {
    topic: readValue(headers, 'topic'),
    store: readValue(headers, 'store'),
    timestamp: readValue(headers, 'timestamp'),
  }
}

function readValue(headers: ReadHeaders, part: keyof typeof webhookHeaderNames): string {
  return readValues(headers, part)[0] ?? ''
}

function readValues(headers: ReadHeaders, part: keyof typeof webhookHeaderNames): readonly string[] {
  return headers[webhookHeaderNames[part].toLowerCase()] ?? []
}

import { signingKey } from '../../protocol/signing-key.ts'
import { verifyWebhook, webhookHeaderNames, type WebhookVerdict } from '../../protocol/webhook-signature.ts'
import type { KnownFacts } from './deviation.ts'
import { explainMismatch, type Explanation } from './explain.ts'
import type { ReadHeaders } from './read-headers.ts'

export interface RequestToVerify extends KnownFacts {
  readonly secret: string
  readonly headers: ReadHeaders
  readonly body: Uint8Array
  /** The moment of receipt. */
  readonly receivedAt: Date
  /** What the app's own code computed for this request, to be explained instead of the header's value. */
  readonly computed?: string | undefined
}

export interface Verification {
  readonly verdict: WebhookVerdict
  /** Why the signature differs, where a wrong recipe explains it. */
  readonly explanation: Explanation | null
  /** The same for what the app computed: null without it or without an explanation. */
  readonly computed: { readonly isRight: boolean; readonly explanation: Explanation | null } | null
}

/** The platform's verdict on one request and, where the signature differs, the wrong recipe that gives it. Never raises for what came from outside. */
export function verifyRequest(request: RequestToVerify): Verification {
  const { secret, headers, body, receivedAt: now, computed } = request
  const verdict = verifyWebhook({ key: signingKey(secret), headers, body, now })
  const differs =
    !verdict.ok && ['signature-mismatch', 'signature-malformed', 'timestamp-malformed'].includes(verdict.reason)
  return {
    verdict,
    explanation: differs ? explainSignature(request, valueOf(headers, 'signature')) : null,
    computed: computed === undefined ? null : explainComputed(request, computed),
  }
}

function explainComputed(request: RequestToVerify, computed: string): Verification['computed'] {
  const headers = { ...request.headers, [webhookHeaderNames.signature.toLowerCase()]: [computed.trim()] }
  const { secret, body, receivedAt: now } = request
  const verdict = verifyWebhook({ key: signingKey(secret), headers, body, now })
  const isRight = verdict.ok || verdict.reason === 'too-old' || verdict.reason === 'too-new'
  return { isRight, explanation: isRight ? null : explainSignature(request, computed) }
}

function explainSignature({ headers, secret, body, otherSecrets, storeCodes }: RequestToVerify, signature: string) {
  return explainMismatch({
    secret,
    body,
    otherSecrets,
    storeCodes,
    signature,
    topic: valueOf(headers, 'topic'),
    store: valueOf(headers, 'store'),
    timestamp: valueOf(headers, 'timestamp'),
  })
}

function valueOf(headers: ReadHeaders, part: keyof typeof webhookHeaderNames): string {
  return headers[webhookHeaderNames[part].toLowerCase()]?.[0] ?? ''
}

import type { KeyObject } from 'node:crypto'

import { hmacSha256, isHexOf, unixSeconds } from './hmac.ts'
import {
  judgeWebhook,
  readWebhook,
  signedStart,
  webhookHeaderNames,
  type ReceivedWebhook,
  type WebhookVerdict,
} from './judge/webhook.ts'

export { WEBHOOK_WINDOW_SECONDS, webhookHeaderNames, type WebhookVerdict } from './judge/webhook.ts'

export interface WebhookToSign {
  /** Key from `signingKey`. */
  readonly key: KeyObject
  /** For example `order.created`. */
  readonly topic: string
  /** Numeric id of the store, not its code. */
  readonly storeId: number | string
  /** Timestamp to sign, in Unix seconds. */
  readonly timestamp: number
  /** The body exactly as sent. */
  readonly body: Uint8Array
}

/** Returns the signature of a delivery: 64 characters of lowercase hex. */
export function signWebhook(webhook: WebhookToSign): string {
  return webhookHmac(webhook).toString('hex')
}

/** Returns the four headers of a delivery from the platform. */
export function webhookHeaders(webhook: WebhookToSign): Record<string, string> {
  return {
    [webhookHeaderNames.signature]: signWebhook(webhook),
    [webhookHeaderNames.topic]: webhook.topic,
    [webhookHeaderNames.store]: String(webhook.storeId),
    [webhookHeaderNames.timestamp]: String(webhook.timestamp),
  }
}

/** Never decodes the body, because the signature covers its bytes. */
function webhookHmac({ key, topic, storeId, timestamp, body }: WebhookToSign): Buffer {
  return hmacSha256(key, [signedStart({ topic, storeId, timestamp }), body])
}

export interface WebhookToVerify extends ReceivedWebhook {
  /** Key from `signingKey`. */
  readonly key: KeyObject
  /** Time of receipt. */
  readonly now: Date
}

/**
 * Verifies that a request is a delivery of the platform: signed with this key over exactly these bytes, at most five minutes ago
 * or ahead. Never throws, for any request. It does not detect duplicates: store the body's `eventId` for that.
 */
export function verifyWebhook({ key, headers, body, now }: WebhookToVerify): WebhookVerdict {
  const claimed = readWebhook({ headers, body })
  if (!claimed.ok) return claimed
  return judgeWebhook(claimed, isHexOf(hmacSha256(key, claimed.signed), claimed.signature), unixSeconds(now))
}

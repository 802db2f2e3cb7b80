import { judgeWebhook, readWebhook, type ReceivedWebhook, type WebhookVerdict } from '../judge/webhook.ts'
import { isHmacHex, type WebKey } from './hmac.ts'

export interface WebhookToVerify extends ReceivedWebhook {
  /** Key from `signingKey`. */
  readonly key: WebKey
  /** Time of receipt. */
  readonly now: Date
}

/**
 * Verifies that a request is a delivery of the platform: signed with this key over exactly these bytes, at most five minutes ago
 * or ahead. Never rejects, for any request. It does not detect duplicates: store the body's `eventId` for that.
 */
export async function verifyWebhook({ key, headers, body, now }: WebhookToVerify): Promise<WebhookVerdict> {
  const claimed = readWebhook({ headers, body })
  if (!claimed.ok) return claimed
  const isSigned = await isHmacHex(key, claimed.signature, claimed.signed)
  return judgeWebhook(claimed, isSigned, Math.floor(now.getTime() / 1000))
}

import { judgeWebhook, readWebhook, type ReceivedWebhook, type WebhookVerdict } from '../judge/webhook.ts'
import { isHmacHex, type WebKey } from './hmac.ts'

export interface WebhookToVerify extends ReceivedWebhook {
  /** Key from `signingKey`. */
  readonly key: WebKey
  /** Time of receipt. */
  readonly now: Date
}

/**
 * Whether a request is a delivery of the platform: signed with this key over exactly these bytes, at most five minutes ago or ahead.
 * Never rejects, whatever the request holds. It does not tell a repeat from a first delivery: keep the `eventId` of the body for that.
 */
export async function verifyWebhook({ key, headers, body, now }: WebhookToVerify): Promise<WebhookVerdict> {
  const claimed = readWebhook({ headers, body })
  if (!claimed.ok) return claimed
  const isSigned = await isHmacHex(key, claimed.signature, claimed.signed)
  return judgeWebhook(claimed, isSigned, Math.floor(now.getTime() / 1000))
}

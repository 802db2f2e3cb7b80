import { embedSigned, judgeEmbedToken, readEmbedToken, type EmbedTokenVerdict } from '../judge/embed-token.ts'
import { isHmacHex, type WebKey } from './hmac.ts'

export interface EmbedTokenToVerify {
  /** Value of `embed_token` in the request. Undefined or null if it is missing. */
  readonly token: unknown
  /** Key from `signingKey`, or null if no signing secret is configured. */
  readonly key: WebKey | null
  /** App key of this app. */
  readonly appKey: string
  readonly now: Date
}

/**
 * Verifies that the token was issued by the platform for this app, and is fresh. The checks run in the documented order:
 * signature first, parsing second, and no part of the payload is returned before all of them pass. Never rejects, for any token.
 */
export async function verifyEmbedToken({ token, key, appKey, now }: EmbedTokenToVerify): Promise<EmbedTokenVerdict> {
  const claimed = readEmbedToken(token, key !== null)
  if (!claimed.ok || key === null) return claimed.ok ? { ok: false, reason: 'embed_secret_missing' } : claimed
  const { payload, signature } = claimed
  const isSigned = await isHmacHex(key, signature.toLowerCase(), [embedSigned(payload)])
  return judgeEmbedToken({ payload, isSigned, appKey, seconds: Math.floor(now.getTime() / 1000) })
}

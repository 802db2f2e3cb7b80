import { embedSigned, judgeEmbedToken, readEmbedToken, type EmbedTokenVerdict } from '../judge/embed-token.ts'
import { isHmacHex, type WebKey } from './hmac.ts'

export interface EmbedTokenToVerify {
  /** What the request holds under `embed_token`; undefined or null when it holds nothing. */
  readonly token: unknown
  /** Made by `signingKey`; null while no signing secret is configured. */
  readonly key: WebKey | null
  /** App key of this app. */
  readonly appKey: string
  readonly now: Date
}

/**
 * Whether the token comes from the platform, is meant for this app, and is fresh. The steps stand in the documented order: signature first,
 * parsing second, and nothing of the payload is returned before all of them hold. Never rejects, whatever the token is.
 */
export async function verifyEmbedToken({ token, key, appKey, now }: EmbedTokenToVerify): Promise<EmbedTokenVerdict> {
  const claimed = readEmbedToken(token, key !== null)
  if (!claimed.ok || key === null) return claimed.ok ? { ok: false, reason: 'embed_secret_missing' } : claimed
  const { payload, signature } = claimed
  const isSigned = await isHmacHex(key, signature.toLowerCase(), [embedSigned(payload)])
  return judgeEmbedToken({ payload, isSigned, appKey, seconds: Math.floor(now.getTime() / 1000) })
}

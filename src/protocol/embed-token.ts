import type { KeyObject } from 'node:crypto'

import type { EmbedPayload } from './embed-payload.ts'
import { hmacSha256, isHexOf, unixSeconds } from './hmac.ts'
import { embedSigned, judgeEmbedToken, readEmbedToken, type EmbedTokenVerdict } from './judge/embed-token.ts'

export {
  EMBED_LIFETIME_SECONDS,
  EMBED_SKEW_SECONDS,
  EMBED_TOKEN_HEADER,
  requestToken,
  type EmbedTokenError,
  type EmbedTokenVerdict,
  type RequestTokens,
} from './judge/embed-token.ts'

export interface EmbedTokenToSign {
  /** Key from `signingKey`. */
  readonly key: KeyObject
  readonly payload: EmbedPayload
}

/** Signs an embed token as the platform does: base64url of the payload's JSON, a dot, and the signature in lowercase hex. */
export function signEmbedToken({ key, payload }: EmbedTokenToSign): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${text}.${embedHmac(key, text).toString('hex')}`
}

function embedHmac(key: KeyObject, payloadText: string): Buffer {
  return hmacSha256(key, [embedSigned(payloadText)])
}

export interface EmbedTokenToVerify {
  /** Value of `embed_token` in the request. Undefined or null if it is missing. */
  readonly token: unknown
  /** Key from `signingKey`, or null if no signing secret is configured. */
  readonly key: KeyObject | null
  /** App key of this app. */
  readonly appKey: string
  readonly now: Date
}

/**
 * Verifies that the token was issued by the platform for this app, and is fresh. The checks run in the documented order:
 * signature first, parsing second, and no part of the payload is returned before all of them pass. Never throws, for any token.
 */
export function verifyEmbedToken({ token, key, appKey, now }: EmbedTokenToVerify): EmbedTokenVerdict {
  const claimed = readEmbedToken(token, key !== null)
  if (!claimed.ok || key === null) return claimed.ok ? { ok: false, reason: 'embed_secret_missing' } : claimed
  const { payload, signature } = claimed
  const isSigned = isHexOf(embedHmac(key, payload), signature.toLowerCase())
  return judgeEmbedToken({ payload, isSigned, appKey, seconds: unixSeconds(now) })
}

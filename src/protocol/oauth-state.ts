import { randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'

import { hmacSha256 } from './hmac.ts'
import {
  judgeState,
  readState,
  STATE_DOMAIN,
  STATE_NONCE_BYTES,
  stateText,
  stateToSign,
  type StateVerdict,
} from './judge/oauth-state.ts'

export type { StateVerdict } from './judge/oauth-state.ts'

export interface StateToIssue {
  /** A secret of the app's own. */
  readonly key: KeyObject
  readonly now: Date
  /** Source of the nonce; the default is that of node:crypto. */
  readonly random?: (size: number) => Uint8Array
}

/**
 * A new `state` for one install: 96 characters of base64url. It protects the callback against codes that somebody else asked for.
 * Bind the `nonce` to the browser or process that starts the install, and let `verifyState` use it up.
 */
export function issueState({ key, now, random = randomBytes }: StateToIssue): {
  readonly state: string
  readonly nonce: string
} {
  const signed = stateToSign(random(STATE_NONCE_BYTES), now)
  return stateText(signed, hmacSha256(key, [STATE_DOMAIN, signed]))
}

export interface StateToVerify {
  /** The query value of the callback; undefined or null when there is none. */
  readonly state: unknown
  readonly key: KeyObject
  readonly now: Date
  readonly lifetimeMs: number
  /** Marks the nonce as used and answers whether this was the first time and the nonce belongs here. Asked only when all else holds. */
  readonly consume: (nonce: string) => boolean
}

/**
 * Whether this is a state that the app issued itself, recently, and that nobody has used before. Only a good state is used up, so a wrong callback
 * cannot end an install that is under way. Never throws for what a request holds; what `consume` throws passes through.
 */
export function verifyState({ state, key, now, lifetimeMs, consume }: StateToVerify): StateVerdict {
  const claimed = readState(state)
  if (!claimed.ok) return claimed
  const isSigned = timingSafeEqual(hmacSha256(key, [STATE_DOMAIN, claimed.signed]), claimed.signature)
  const verdict = judgeState(claimed, isSigned, { now, lifetimeMs })
  return verdict.ok && !consume(verdict.nonce) ? { ok: false, reason: 'state-used' } : verdict
}

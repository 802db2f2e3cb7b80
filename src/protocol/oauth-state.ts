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
  /** A separate secret of the app. */
  readonly key: KeyObject
  readonly now: Date
  /** Source of the nonce; node:crypto by default. */
  readonly random?: (size: number) => Uint8Array
}

/**
 * Creates a `state` for one install: 96 characters of base64url. It protects the callback against codes that another
 * user requested. Bind the `nonce` to the browser or process that starts the install, and let `verifyState` consume it.
 */
export function issueState({ key, now, random = randomBytes }: StateToIssue): {
  readonly state: string
  readonly nonce: string
} {
  const signed = stateToSign(random(STATE_NONCE_BYTES), now)
  return stateText(signed, hmacSha256(key, [STATE_DOMAIN, signed]))
}

export interface StateToVerify {
  /** Query value of the callback; undefined or null if missing. */
  readonly state: unknown
  readonly key: KeyObject
  readonly now: Date
  readonly lifetimeMs: number
  /** Marks the nonce as used. Returns whether it was unused and belongs to this browser or process. Called only if all other checks pass. */
  readonly consume: (nonce: string) => boolean
}

/**
 * Verifies that the app issued this state recently and that it has not been used. Only a valid state is consumed, so an invalid
 * callback cannot end an install in progress. Never throws for any request content; errors of `consume` pass through.
 */
export function verifyState({ state, key, now, lifetimeMs, consume }: StateToVerify): StateVerdict {
  const claimed = readState(state)
  if (!claimed.ok) return claimed
  const isSigned = timingSafeEqual(hmacSha256(key, [STATE_DOMAIN, claimed.signed]), claimed.signature)
  const verdict = judgeState(claimed, isSigned, { now, lifetimeMs })
  return verdict.ok && !consume(verdict.nonce) ? { ok: false, reason: 'state-used' } : verdict
}

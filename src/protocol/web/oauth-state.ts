import {
  judgeState,
  readState,
  STATE_DOMAIN,
  STATE_NONCE_BYTES,
  stateText,
  stateToSign,
  type StateVerdict,
} from '../judge/oauth-state.ts'
import { hmacSha256, isHmac, type WebKey } from './hmac.ts'

export interface StateToIssue {
  /** A separate secret of the app. */
  readonly key: WebKey
  readonly now: Date
}

/**
 * Creates a `state` for one install: 96 characters of base64url. It protects the callback against codes that another
 * user requested. Bind the `nonce` to the browser that starts the install, and let `verifyState` consume it.
 */
export async function issueState({
  key,
  now,
}: StateToIssue): Promise<{ readonly state: string; readonly nonce: string }> {
  const signed = stateToSign(crypto.getRandomValues(new Uint8Array(STATE_NONCE_BYTES)), now)
  return stateText(signed, await hmacSha256(key, [STATE_DOMAIN, signed]))
}

export interface StateToVerify {
  /** Query value of the callback; undefined or null if missing. */
  readonly state: unknown
  readonly key: WebKey
  readonly now: Date
  readonly lifetimeMs: number
  /** Marks the nonce as used. Returns whether it was unused and belongs to this browser. Called only if all other checks pass. */
  readonly consume: (nonce: string) => Promise<boolean>
}

/**
 * Verifies that the app issued this state recently and that it has not been used. Only a valid state is consumed, so an invalid
 * callback cannot end an install in progress. Never rejects for any request content; errors of `consume` pass through.
 */
export async function verifyState({ state, key, now, lifetimeMs, consume }: StateToVerify): Promise<StateVerdict> {
  const claimed = readState(state)
  if (!claimed.ok) return claimed
  const isSigned = await isHmac(key, claimed.signature, [STATE_DOMAIN, claimed.signed])
  const verdict = judgeState(claimed, isSigned, { now, lifetimeMs })
  return verdict.ok && !(await consume(verdict.nonce)) ? { ok: false, reason: 'state-used' } : verdict
}

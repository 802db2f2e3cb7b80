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
  /** A secret of the app's own. */
  readonly key: WebKey
  readonly now: Date
}

/**
 * A new `state` for one install: 96 characters of base64url. It protects the callback against codes that somebody else asked for.
 * Bind the `nonce` to the browser that starts the install, and let `verifyState` use it up.
 */
export async function issueState({
  key,
  now,
}: StateToIssue): Promise<{ readonly state: string; readonly nonce: string }> {
  const signed = stateToSign(crypto.getRandomValues(new Uint8Array(STATE_NONCE_BYTES)), now)
  return stateText(signed, await hmacSha256(key, [STATE_DOMAIN, signed]))
}

export interface StateToVerify {
  /** The query value of the callback; undefined or null when there is none. */
  readonly state: unknown
  readonly key: WebKey
  readonly now: Date
  readonly lifetimeMs: number
  /** Marks the nonce as used and answers whether this was the first time and the nonce belongs here. Asked only when all else holds. */
  readonly consume: (nonce: string) => Promise<boolean>
}

/**
 * Whether this is a state that the app issued itself, recently, and that nobody has used before. Only a good state is used up, so a wrong callback
 * cannot end an install that is under way. Never rejects for what a request holds; what `consume` throws passes through.
 */
export async function verifyState({ state, key, now, lifetimeMs, consume }: StateToVerify): Promise<StateVerdict> {
  const claimed = readState(state)
  if (!claimed.ok) return claimed
  const isSigned = await isHmac(key, claimed.signature, [STATE_DOMAIN, claimed.signed])
  const verdict = judgeState(claimed, isSigned, { now, lifetimeMs })
  return verdict.ok && !(await consume(verdict.nonce)) ? { ok: false, reason: 'state-used' } : verdict
}

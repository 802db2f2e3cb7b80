import { randomBytes, type KeyObject } from 'node:crypto'

import { decodeBase64url } from './base64url.ts'
import { hmacSha256, isHexOf } from './hmac.ts'

/** Keeps a state apart from everything else that may be signed with the same key. */
const DOMAIN = 'app-install-state-v1\n'

// A state is base64url of: nonce (32 bytes), moment of issue (8 bytes, Unix milliseconds, big-endian), HMAC-SHA256 of both (32 bytes).
const NONCE_BYTES = 32
const SIGNED_BYTES = NONCE_BYTES + 8
const STATE_BYTES = SIGNED_BYTES + 32

/** How far ahead the clock of the process that issued a state may be. */
const SKEW_MS = 60_000

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
  const nonce = Buffer.from(random(NONCE_BYTES))
  const issuedAt = Buffer.alloc(8)
  issuedAt.writeBigUInt64BE(BigInt(now.getTime()))
  const signed = Buffer.concat([nonce, issuedAt])
  const state = Buffer.concat([signed, hmacSha256(key, [DOMAIN, signed])])
  return { state: state.toString('base64url'), nonce: nonce.toString('base64url') }
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

export type StateVerdict =
  | { readonly ok: true; readonly nonce: string; readonly issuedAt: Date }
  | {
      readonly ok: false
      readonly reason:
        | 'state-missing'
        | 'state-malformed'
        | 'state-bad-signature'
        | 'state-expired'
        | 'state-not-yet-valid'
        | 'state-used'
    }

/**
 * Whether this is a state that the app issued itself, recently, and that nobody has used before. Only a good state is used up, so a wrong callback
 * cannot end an install that is under way. Never throws for what a request holds; what `consume` throws passes through.
 */
export function verifyState({ state, key, now, lifetimeMs, consume }: StateToVerify): StateVerdict {
  if (state === undefined || state === null || state === '') return { ok: false, reason: 'state-missing' }
  const bytes = typeof state === 'string' ? decodeBase64url(state) : null
  if (bytes?.length !== STATE_BYTES) return { ok: false, reason: 'state-malformed' }

  const signed = bytes.subarray(0, SIGNED_BYTES)
  const signature = bytes.subarray(SIGNED_BYTES).toString('hex')
  if (!isHexOf(hmacSha256(key, [DOMAIN, signed]), signature)) return { ok: false, reason: 'state-bad-signature' }

  const issuedAt = new Date(Number(signed.readBigUInt64BE(NONCE_BYTES)))
  const ageMs = now.getTime() - issuedAt.getTime()
  // Asked this way round, a clock that is not a number refuses.
  if (!(ageMs <= lifetimeMs)) return { ok: false, reason: 'state-expired' }
  if (ageMs < -SKEW_MS) return { ok: false, reason: 'state-not-yet-valid' }

  const nonce = signed.subarray(0, NONCE_BYTES).toString('base64url')
  return consume(nonce) ? { ok: true, nonce, issuedAt } : { ok: false, reason: 'state-used' }
}

import { decodeBase64url, encodeBase64url } from '../base64url.ts'

/** Prefix that separates a state from other texts signed with the same key. */
export const STATE_DOMAIN = 'app-install-state-v1\n'

// A state is base64url of: nonce (32 bytes), time of issue (8 bytes, Unix milliseconds, big-endian), HMAC-SHA256 of both (32 bytes).
export const STATE_NONCE_BYTES = 32
const SIGNED_BYTES = STATE_NONCE_BYTES + 8
const STATE_BYTES = SIGNED_BYTES + 32

/** Maximum time that the issuing process's clock may be ahead. */
const SKEW_MS = 60_000

/** Returns the signed part of a new state. */
export function stateToSign(nonce: Uint8Array, now: Date): Uint8Array {
  const signed = new Uint8Array(SIGNED_BYTES)
  signed.set(nonce)
  new DataView(signed.buffer).setBigUint64(STATE_NONCE_BYTES, BigInt(now.getTime()))
  return signed
}

/** Returns a new state and its nonce as text. */
export function stateText(
  signed: Uint8Array,
  signature: Uint8Array,
): { readonly state: string; readonly nonce: string } {
  const bytes = new Uint8Array(STATE_BYTES)
  bytes.set(signed)
  bytes.set(signature, SIGNED_BYTES)
  return { state: encodeBase64url(bytes), nonce: encodeBase64url(signed.subarray(0, STATE_NONCE_BYTES)) }
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

export type RejectedState = Extract<StateVerdict, { readonly ok: false }>

/** The parts of a state. Do not trust them before the signature is verified. */
export interface ClaimedState {
  readonly ok: true
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

/** Splits a state without cryptography. Never throws. */
export function readState(state: unknown): ClaimedState | RejectedState {
  if (state === undefined || state === null || state === '') return { ok: false, reason: 'state-missing' }
  const bytes = typeof state === 'string' ? decodeBase64url(state) : null
  if (bytes?.length !== STATE_BYTES) return { ok: false, reason: 'state-malformed' }
  return { ok: true, signed: bytes.subarray(0, SIGNED_BYTES), signature: bytes.subarray(SIGNED_BYTES) }
}

/** Returns the verdict on a state after its signature check. It is never `state-used`. */
export function judgeState(
  { signed }: ClaimedState,
  isSigned: boolean,
  { now, lifetimeMs }: { readonly now: Date; readonly lifetimeMs: number },
): StateVerdict {
  if (!isSigned) return { ok: false, reason: 'state-bad-signature' }
  const view = new DataView(signed.buffer, signed.byteOffset, signed.byteLength)
  const issuedAt = new Date(Number(view.getBigUint64(STATE_NONCE_BYTES)))
  const ageMs = now.getTime() - issuedAt.getTime()
  // Written as a negation, so that a clock that is NaN is rejected.
  if (!(ageMs <= lifetimeMs)) return { ok: false, reason: 'state-expired' }
  if (ageMs < -SKEW_MS) return { ok: false, reason: 'state-not-yet-valid' }
  return { ok: true, nonce: encodeBase64url(signed.subarray(0, STATE_NONCE_BYTES)), issuedAt }
}

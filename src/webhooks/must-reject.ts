import { WEBHOOK_WINDOW_SECONDS } from '../protocol/webhook-signature.ts'

/** So near to the window's end both responses may be right: whole seconds are signed, and the transport takes time. */
const MARGIN_SECONDS = 10

/** The facts of a manually created event that decide whether it must be rejected. */
export interface MadeWrong {
  readonly badSignature?: boolean
  /** Age of the signature in ms. Negative for the future. */
  readonly ageMs?: number
}

/** Returns what a correct app rejects in a deliberately wrong event (HOOK-003, HOOK-015); null for an event that it must accept. */
export function mustReject({ badSignature = false, ageMs = 0 }: MadeWrong): string | null {
  if (badSignature) return 'the bad signature'
  if (Math.abs(ageMs) < (WEBHOOK_WINDOW_SECONDS + MARGIN_SECONDS) * 1000) return null
  return ageMs > 0 ? 'the old timestamp' : 'the timestamp in the future'
}

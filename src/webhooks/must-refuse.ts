import { WEBHOOK_WINDOW_SECONDS } from '../protocol/webhook-signature.ts'

/** So near to the end of the window either answer may be right: whole seconds are signed, and the way takes time. */
const MARGIN_SECONDS = 10

/** As much of a hand-made event as decides whether it must be rejected. */
export interface MadeWrong {
  readonly badSignature?: boolean
  /** Age of the signature in ms. Negative for the future. */
  readonly ageMs?: number
}

/** What a correct app rejects of an event that was made wrong on purpose (HOOK-003, HOOK-015); null for one that it must accept. */
export function mustReject({ badSignature = false, ageMs = 0 }: MadeWrong): string | null {
  if (badSignature) return 'the bad signature'
  if (Math.abs(ageMs) < (WEBHOOK_WINDOW_SECONDS + MARGIN_SECONDS) * 1000) return null
  return ageMs > 0 ? 'the old timestamp' : 'the timestamp in the future'
}

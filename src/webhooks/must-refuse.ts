import { WEBHOOK_WINDOW_SECONDS } from '../protocol/webhook-signature.ts'

/** So near to the end of the window either answer may be right: whole seconds are signed, and the way takes time. */
const MARGIN_SECONDS = 10

/** As much of a hand-made event as decides whether it must be refused. */
export interface MadeWrong {
  readonly badSignature?: boolean
  /** How long ago it was signed, in ms; negative for the future. */
  readonly ageMs?: number
}

/** Why a correct app refuses an event that was made wrong on purpose, in words (HOOK-003, HOOK-015); null for one that it must accept. */
export function whyRefused({ badSignature = false, ageMs = 0 }: MadeWrong): string | null {
  if (badSignature) return 'its signature is wrong'
  if (Math.abs(ageMs) < (WEBHOOK_WINDOW_SECONDS + MARGIN_SECONDS) * 1000) return null
  return ageMs > 0 ? 'it is older than five minutes' : 'it is more than five minutes ahead'
}

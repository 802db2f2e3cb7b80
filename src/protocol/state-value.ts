/** The maximum that the platform returns, in UTF-16 units, which both JavaScript and the platform count as characters. */
export const STATE_MAX_LENGTH = 512

export type StateValueVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'not-text' | 'too-long' | 'control-character' }

/**
 * Makes the only two checks of a `state` that the platform makes at consent, approve and deny: its length and its
 * characters. Any other state is returned unchanged. Control characters are Unicode category Cc, including CR and LF.
 */
export function checkStateValue(state: unknown): StateValueVerdict {
  if (typeof state !== 'string') return { ok: false, reason: 'not-text' }
  if (state.length > STATE_MAX_LENGTH) return { ok: false, reason: 'too-long' }
  if (/\p{Cc}/u.test(state)) return { ok: false, reason: 'control-character' }
  return { ok: true }
}

/** The most that the platform returns: UTF-16 units, which is how JavaScript and the platform both count characters. */
export const STATE_MAX_LENGTH = 512

export type StateValueVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'not-text' | 'too-long' | 'control-character' }

/**
 * The only two checks that the platform itself makes of a `state`, at consent, approve and deny: its length and its characters.
 * All else it returns verbatim. Control characters are those of Unicode category Cc, CR and LF among them.
 */
export function checkStateValue(state: unknown): StateValueVerdict {
  if (typeof state !== 'string') return { ok: false, reason: 'not-text' }
  if (state.length > STATE_MAX_LENGTH) return { ok: false, reason: 'too-long' }
  if (/\p{Cc}/u.test(state)) return { ok: false, reason: 'control-character' }
  return { ok: true }
}

import { isSameSecret } from '../http/same-secret.ts'

/** What the platform sends back with the browser: a code, or the owner's rejection (INST-041, INST-042). */
export type ReturnAnswer = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'denied' }

export type ReturnVerdict =
  | { readonly ok: true; readonly answer: ReturnAnswer }
  | { readonly ok: false; readonly reason: 'state-missing' | 'state-wrong' | 'repeated' | 'code-malformed' }

/**
 * Reads the query of a return. Without exactly the state that this install issued, nothing else is read, so a page
 * that sends `error=` or its own code cannot stop the flow (T1, T2). The state is compared in constant time.
 */
export function readReturn(query: URLSearchParams, expectedState: string): ReturnVerdict {
  const states = query.getAll('state')
  const [state] = states
  if (state === undefined) return { ok: false, reason: 'state-missing' }
  if (!isSameSecret(state, expectedState)) return { ok: false, reason: 'state-wrong' }
  const codes = query.getAll('code')
  const errors = query.getAll('error')
  if (states.length > 1 || codes.length + errors.length > 1) return { ok: false, reason: 'repeated' }
  if (errors[0] !== undefined) return { ok: true, answer: { kind: 'denied' } }
  const code = codes[0] ?? ''
  if (!/^[0-9a-f]{64}$/.test(code)) return { ok: false, reason: 'code-malformed' }
  return { ok: true, answer: { kind: 'code', code } }
}

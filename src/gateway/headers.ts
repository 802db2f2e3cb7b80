import { hopByHop } from '../http/hop-by-hop.ts'

/** `Connection` cannot remove these: without its length, the body would be read as the next request (T11). */
const never = new Set(['content-length', 'host'])

/** Marks requests from outside. Requests without it reach the app's own port only from this machine. */
const PUBLIC_MARK = 'x-svcapp-public'

/** Returns `endToEndHeaders` for the app, with the mark of requests from outside; a visitor can neither drop nor replace it. */
export function headersForApp(raw: readonly string[], but: readonly string[] = []): string[] {
  return [...endToEndHeaders(raw, [...but, PUBLIC_MARK]), PUBLIC_MARK, '1']
}

/**
 * Returns header names and values, alternating, without those of the connection and those listed in
 * `Connection`. Keeps order, spelling and repeats. `but` lists further headers to leave out, in lower case.
 */
export function endToEndHeaders(raw: readonly string[], but: readonly string[] = []): string[] {
  const dropped = [...but, ...namedByConnection(raw)]
  const result: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const known = name.toLowerCase()
    if (!hopByHop.has(known) && !dropped.includes(known)) result.push(name, raw[at + 1] ?? '')
  }
  return result
}

function namedByConnection(raw: readonly string[]): string[] {
  const names: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== 'connection') continue
    for (const name of (raw[at + 1] ?? '').split(',')) names.push(name.trim().toLowerCase())
  }
  return names.filter((name) => !never.has(name))
}

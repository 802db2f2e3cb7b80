import { createHash } from 'node:crypto'

type Plain = string | number | boolean | null | readonly string[]

/** Returns the SHA-256 in hex of a state's canonical JSON (B32): keys sorted, no spaces. Equal states have equal digests in any field order. */
export function stateDigest(state: Readonly<Record<string, Plain>>): string {
  const sorted = Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(sorted)))
    .digest('hex')
}

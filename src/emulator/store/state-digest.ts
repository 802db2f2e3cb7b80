import { createHash } from 'node:crypto'

type Plain = string | number | boolean | null | readonly string[]

/** SHA-256 in hex of the canonical JSON of a state (B32): keys sorted, no spaces. Equal states give equal digests, whatever the order of their fields. */
export function stateDigest(state: Readonly<Record<string, Plain>>): string {
  const sorted = Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(sorted)))
    .digest('hex')
}

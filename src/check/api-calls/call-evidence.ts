import type { ApiCall } from '../bench/calls.ts'
import type { Evidence, Finding } from '../check.ts'

/** Calls as they came, each with when: at most so many. */
const MOST = 6

/** What was seen of calls; at least one is needed. */
export function callEvidence(calls: readonly ApiCall[]): Finding['evidence'] {
  const [first, ...more] = calls.slice(0, MOST).map(evidenceOf)
  if (first === undefined) throw new Error('A finding needs a call that was seen.')
  return [first, ...more]
}

function evidenceOf({ method, path, status, at, headers }: ApiCall): Evidence {
  const pin = headers['x-region-id']
  return { kind: 'call', method, path, status, at: Math.round(at), ...(pin === undefined ? {} : { region: pin }) }
}

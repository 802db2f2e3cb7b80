import type { Evidence, Finding } from '../check.ts'
import type { ApiCall } from '../harness/calls.ts'

/** Maximum number of calls shown, each with its time. */
const MOST = 6

/** Returns the evidence of some calls (at least one). */
export function callEvidence(calls: readonly ApiCall[]): Finding['evidence'] {
  const [first, ...more] = calls.slice(0, MOST).map(evidenceOf)
  if (first === undefined) throw new Error('A finding needs a recorded call.')
  return [first, ...more]
}

function evidenceOf({ method, path, status, at, headers }: ApiCall): Evidence {
  const pin = headers['x-region-id']
  return { kind: 'call', method, path, status, at: Math.round(at), ...(pin === undefined ? {} : { region: pin }) }
}

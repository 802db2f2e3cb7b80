import { judgeable, TooBusy } from '../../cannot-judge.ts'
import type { Check, CheckWords, Finding, Severity } from '../../check.ts'
import { warning } from '../../finding.ts'
import type { Delivery } from '../../harness/delivery.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { isRejected, isTaken, type Answer } from '../../harness/raw-request.ts'

export interface MustReject extends CheckWords {
  /** Finding title if the app is not correct: `A delivery with a changed body is accepted`. */
  readonly accepted: string
  /** Checks that fail for the same cause, in addition to `signature.genuine`; `signature.value` by default. */
  readonly needs?: readonly string[]
  readonly severity?: Severity
  /** Time in ms during which the deliveries stay forged: a timestamp in the future comes nearer. No limit by default. */
  readonly validMs?: number
  /** Creates deliveries that no app may accept, each with a description. */
  readonly make: (harness: Harness) => Promise<readonly Forged[]>
}

export interface Forged {
  readonly what: string
  readonly delivery: Delivery
}

/**
 * Creates a check that sends deliveries to which a correct app responds with 4xx. Only the first
 * accepted one becomes a finding, because the others have the same cause.
 */
export function mustReject({
  id,
  title,
  accepted,
  why,
  remedy,
  rules,
  needs = ['signature.value'],
  severity = 'error',
  validMs = Infinity,
  make,
}: MustReject): Check {
  return {
    id: `signature.${id}`,
    title,
    rules,
    needs: ['signature.genuine', ...needs],
    run: async (harness) => {
      const madeAt = harness.clock()
      const forged = await make(harness)
      const answers = await Promise.all(forged.map(async ({ delivery }) => judgeable(await harness.app.send(delivery))))
      if (harness.clock() - madeAt >= validMs) throw new TooBusy()
      const seen = forged.map((one, at) => ({ ...one, answer: answers[at] }))
      const wrong = seen.filter(({ answer }) => answer !== undefined && isTaken(answer))
      if (wrong.length > 0) return [{ severity, title: accepted, why, remedy, evidence: evidenceOf(wrong) }]
      return unclear(seen.filter(({ answer }) => answer === undefined || !isRejected(answer)))
    },
  }
}

type ForgedAnswer = Forged & { readonly answer: Answer | undefined }

function evidenceOf(seen: readonly ForgedAnswer[]): Finding['evidence'] {
  const [first, ...others] = seen.flatMap(({ what, delivery, answer }) =>
    answer === undefined ? [] : [{ ...requestEvidence(delivery, answer), delivery: what }],
  )
  if (first === undefined) throw new Error('A finding needs evidence.')
  return [first, ...others]
}

/**
 * Returns a finding for responses that neither accept nor reject: the platform retries the
 * delivery, and the response comes from code that did not expect the request.
 */
function unclear(seen: readonly ForgedAnswer[]): readonly Finding[] {
  if (seen.length === 0) return []
  return warning({
    title: 'A forged delivery causes a server error or gets no response',
    rules: [],
    why: 'A rejection must be a 4xx. An unexpected error shows that the verification itself fails on such a request, so an attacker may be able to bypass the verification. A delivery that gets a 5xx is resent. (Advice from svcapp.)',
    remedy: 'Check headers and lengths before you compare signatures, and return 401 for every forged delivery.',
    evidence: evidenceOf(seen),
  })
}

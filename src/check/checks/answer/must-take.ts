import type { Check, CheckWords, Severity } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { findings } from '../../finding.ts'
import type { Delivery } from '../../harness/delivery.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { isTaken } from '../../harness/raw-request.ts'

export interface MustTake extends CheckWords {
  /** Finding title if the app rejects. */
  readonly refused: string
  readonly severity: Severity
  /** Checks that fail for the same cause, in addition to `answer.order`. */
  readonly needs?: readonly string[]
  readonly make: (harness: Harness) => Promise<readonly Delivery[]>
}

/** Creates a check that sends genuine deliveries of an unusual kind, which a correct app accepts. */
export function mustTake({ id, title, refused, why, remedy, rules, severity, needs = [], make }: MustTake): Check {
  return {
    id: `answer.${id}`,
    title,
    rules,
    needs: ['answer.order', ...needs],
    run: async (harness) => {
      const deliveries = await make(harness)
      const seen = await Promise.all(
        deliveries.map(async (one) => ({ one, answer: await lastAnswer(harness, harness.app, one) })),
      )
      const wrong = seen.filter(({ answer }) => !isTaken(answer)).map(({ one, answer }) => requestEvidence(one, answer))
      return findings(wrong, { severity, title: refused, why, remedy })
    },
  }
}

import type { Bench } from '../../bench/bench.ts'
import type { Delivery } from '../../bench/delivery.ts'
import { requestEvidence } from '../../bench/evidence.ts'
import { isTaken } from '../../bench/raw-request.ts'
import type { Check, CheckWords, Severity } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { findings } from '../../finding.ts'

export interface MustTake extends CheckWords {
  /** Finding title if the app rejects. */
  readonly refused: string
  readonly severity: Severity
  /** Checks that fail for the same cause, in addition to `answer.order`. */
  readonly needs?: readonly string[]
  readonly make: (bench: Bench) => Promise<readonly Delivery[]>
}

/** Creates a check that sends genuine deliveries of an unusual kind, which a correct app accepts. */
export function mustTake({ id, title, refused, why, remedy, rules, severity, needs = [], make }: MustTake): Check {
  return {
    id: `answer.${id}`,
    title,
    rules,
    needs: ['answer.order', ...needs],
    run: async (bench) => {
      const deliveries = await make(bench)
      const seen = await Promise.all(
        deliveries.map(async (one) => ({ one, answer: await lastAnswer(bench, bench.app, one) })),
      )
      const wrong = seen.filter(({ answer }) => !isTaken(answer)).map(({ one, answer }) => requestEvidence(one, answer))
      return findings(wrong, { severity, title: refused, why, remedy })
    },
  }
}

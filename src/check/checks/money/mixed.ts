import type { Big } from 'big.js'

import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { withoutPanel } from '../without-panel.ts'
import { amountsIn, isNear, sumAmounts, whyUnjudged, type Amount } from './amounts.ts'
import { takenRegions } from './fixture.ts'

export const mixed: Check = {
  id: 'money.mixed',
  title: 'Amounts in different currencies are not added together',
  rules: ['GEN-013'],
  needs: ['answer.order'],
  run: async (harness) => {
    const [home, other] = await takenRegions(harness)
    if (other === null || other.currency === home.currency)
      throw new CannotJudge("the app's stores have only one currency")
    // A mixed total may contain all orders of the home region, or only its newest one.
    const sums = [
      [...home.totals, ...other.totals],
      [home.totals.at(-1) ?? '0', ...other.totals],
    ].map(sumAmounts)
    const wrong = [home, other]
      .flatMap(({ panel, before }) => amountsIn(panel).map((amount) => ({ amount, earlier: amountsIn(before) })))
      .find(({ amount, earlier }) => isNear(amount, [...sums, ...grown(earlier, sums)]))?.amount
    if (wrong === undefined) {
      if ([home, other].some(({ panel, totals }) => isShown(panel, totals))) return []
      throw new CannotJudge(withoutPanel(harness.config) ?? whyUnjudged(home.panel))
    }
    return error({
      title: 'Amounts in different currencies are added into one total',
      why: `A sum of ${home.currency} and ${other.currency} is meaningless.`,
      remedy: 'Keep one total for each region and currency, and show them side by side.',
      evidence: [
        {
          kind: 'page',
          paid: { [home.currency]: home.totals, [other.currency]: other.totals },
          shown: wrong.written,
        },
      ],
    })
  },
}

/** Returns what earlier amounts become with these sums: a total may also contain orders from before the events. */
function grown(earlier: readonly Amount[], sums: readonly Big[]): readonly Big[] {
  return earlier.flatMap(({ value }) => sums.map((sum) => sum.plus(value)))
}

/** Returns true if a panel shows the amount of its region, approximately or exactly. */
function isShown(panel: string, totals: readonly string[]): boolean {
  const sums = [sumAmounts(totals), sumAmounts(totals.slice(-1))]
  return amountsIn(panel).some((amount) => isNear(amount, sums))
}

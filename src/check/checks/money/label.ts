import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { findings } from '../../finding.ts'
import { wrongLabel } from './amounts.ts'
import { takenRegions } from './fixture.ts'

export const label: Check = {
  id: 'money.label',
  title: 'The panel shows each amount with its own currency',
  rules: ['GEN-012'],
  needs: ['answer.order'],
  unless: ['money.mixed'],
  run: async (harness) => {
    const [home, other] = await takenRegions(harness)
    if (other === null || other.currency === home.currency)
      throw new CannotJudge("the app's stores have only one currency")
    const shown = wrongLabel(other.panel, { totals: other.totals, own: other.currency, wrong: home.currency })
    return findings(shown === null ? [] : [{ kind: 'page', paid: { [other.currency]: other.totals }, shown }], {
      severity: 'error',
      title: "The panel shows an amount with another region's currency",
      why: `The order is in ${other.currency}. The same number in ${home.currency} is a different amount.`,
      remedy: "Show the order's currency next to its amount, not a fixed currency or symbol.",
    })
  },
}

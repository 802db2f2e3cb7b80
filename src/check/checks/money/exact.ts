import { callEvidence } from '../../api-calls/call-evidence.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Evidence, Check, Finding } from '../../check.ts'
import { error, warning } from '../../finding.ts'
import { withoutPanel } from '../without-panel.ts'
import { amountsIn, hasZeroTotal, isFloatError, isNear, sumAmounts, whyUnjudged, type Amount } from './amounts.ts'
import { paidRegions, takenRegions, type PaidRegion } from './fixture.ts'

const needs = ['answer.order']

const NO_WRITES = 'the app writes nothing about paid orders'

export const shown: Check = {
  id: 'money.shown',
  title: 'Amounts that the panel shows are exact',
  rules: ['GEN-012'],
  needs,
  run: async (harness) => {
    const [home] = await takenRegions(harness)
    const verdict = judged(home)
    if (verdict === 'exact') return []
    const evidence = { kind: 'page', paid: home.totals, exact: sumAmounts(home.totals).toFixed(2) } as const
    if (verdict === 'zero')
      return warning({
        title: 'The panel counts the paid orders, but shows zero as their amount',
        rules: [],
        why: 'The orders have totals, but the owner sees no revenue. (Advice from svcapp.)',
        remedy: "Read each order's grandTotal from the platform, and add these amounts.",
        evidence: [{ ...evidence, shown: '0', orders: home.totals.length }],
      })
    if (verdict === 'none') throw new CannotJudge(withoutPanel(harness.config) ?? whyUnjudged(home.panel))
    return error({
      title: 'An amount in the panel is not exact',
      why: 'Amounts are decimal. A float cannot store most decimals exactly, so sums drift and large amounts lose their cents.',
      remedy: 'Store amounts as decimal text, and add them with a decimal library or as integers in the smallest unit.',
      evidence: [{ ...evidence, shown: verdict.written }],
    })
  },
}

/** Returns a number that a float has changed; otherwise whether the exact amount is shown, or `zero` next to the order count, or `none` of these. */
function judged({ panel, totals, listed, currency: code }: PaidRegion): Amount | 'exact' | 'zero' | 'none' {
  const amounts = amountsIn(panel)
  const float = amounts.find(isFloatError)
  if (float !== undefined) return float
  const exact = [sumAmounts(totals), ...totals.map((total) => sumAmounts([total]))].filter((sum) => sum.gt(1000))
  if (amounts.some(({ value }) => [...exact, ...listed].some((sum) => value.eq(sum)))) return 'exact'
  const near = amounts.find((amount) => isNear(amount, exact))
  if (near !== undefined) return near
  return hasZeroTotal(panel, { code, orders: totals.length }) ? 'zero' : 'none'
}

export const written: Check = {
  id: 'money.written',
  title: 'Amounts that the app writes are exact',
  rules: ['GEN-012'],
  needs,
  run: async (harness) => {
    const regions = await takenRegions(harness)
    const writes = regions.flatMap((region) => region?.writes ?? [])
    if (writes.length === 0) throw new CannotJudge(NO_WRITES)
    const wrong = writes.filter(({ body }) => amountsIn(body.toString('latin1')).some(isFloatError))
    return writtenFinding(wrong, {
      title: 'An amount that the app writes has a floating-point error',
      why: 'The platform stores the digits unchanged, so the store books wrong amounts.',
      remedy: "Calculate with decimals, and round to the currency's decimal places before you write.",
    })
  },
}

export const currency: Check = {
  id: 'money.currency',
  title: "Amounts are written in their region's currency",
  rules: ['GEN-012'],
  // The platform rejects the write, and the event has no effect.
  needs: ['signature.genuine'],
  run: async (harness) => {
    const regions = await paidRegions(harness)
    if (regions.every((region) => (region?.writes ?? []).length === 0)) throw new CannotJudge(NO_WRITES)
    const wrong = regions.flatMap((region) =>
      (region?.writes ?? []).filter(({ body, headers }) => {
        // The store-wide token belongs to both regions.
        const pin = headers['x-region-id']
        const isOther = pin !== undefined && String(pin) !== String(region?.place.region.id)
        const named = currencyIn(body.toString('latin1'))
        return !isOther && named !== null && named !== region?.currency
      }),
    )
    return writtenFinding(wrong, {
      title: 'An amount is written in a different currency than its order has',
      why: 'The amount is not converted. For example, 100 lira become 100 euros.',
      remedy: "Send the order's currency together with its amount.",
    })
  },
}

function currencyIn(body: string): string | null {
  return /"currency(?:Code)?"\s*:\s*"([A-Z]{3})"/.exec(body)?.[1] ?? null
}

function writtenFinding(
  calls: PaidRegion['writes'],
  words: Pick<Finding, 'title' | 'why' | 'remedy'>,
): readonly Finding[] {
  const [first] = calls
  if (first === undefined) return []
  const [seen, ...more] = callEvidence(calls)
  const body: Evidence = { ...seen, body: first.body.toString('utf8').slice(0, 300) }
  return error({ ...words, evidence: [body, ...more] })
}

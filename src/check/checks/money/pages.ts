import { isObject, parseJson, rawJson } from '../../../text/json.ts'
import { addressOf } from '../../api-calls/called-endpoint.ts'
import { apiFixture } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { findToken, isWith } from '../../harness/tokens.ts'
import { lookUntil, untilCall } from '../../harness/work.ts'
import { amountsIn, sumAmounts } from './amounts.ts'
import { panelText, SHOWN_MS } from './fixture.ts'

/** Total of every listed order, so that a sum of several is none of the numbers that a panel shows otherwise. */
const EACH = '1013.17'

/** Number of orders on the pages after the first one. */
const FURTHER = 30

export const pages: Check = {
  id: 'money.pages',
  title: 'Totals contain the orders of all pages',
  rules: ['GEN-032', 'ORD-006'],
  needs: ['answer.order', 'embed.opens'],
  run: async (harness) => {
    const { app } = await apiFixture(harness)
    const place = await harness.openPlace()
    const isList = (call: ApiCall) =>
      call.method === 'GET' &&
      addressOf(call).pathname.endsWith('/orders') &&
      isWith(findToken(app, place) ?? '-')(call)
    const sums = new Set<string>()
    const change = (body: string) => withMorePages(body, (sum) => void sums.add(sum))
    const end = app.calls.fault({ meets: isList, act: { kind: 'change', change } })
    try {
      // An app that totals earlier orders reads them after an install.
      await harness.install(app, place)
      if ((await untilCall(harness, app, isList)) === null)
        throw new CannotJudge('the app reads no list of orders after an install')
      const shownIn = (text: string) => amountsIn(text).find(({ value }) => sums.has(value.toFixed(2)))
      const text = await lookUntil(harness, app, {
        look: () => panelText(harness, app, place),
        isDone: (now) => shownIn(now) !== undefined,
        ms: SHOWN_MS,
      })
      const shown = shownIn(text)
      if (shown === undefined) throw new CannotJudge('the panel shows no total of earlier orders')
      const lists = app.calls.list().filter(isList)
      if (lists.some((call) => Number(addressOf(call).searchParams.get('page') ?? 1) > 1)) return []
      return error({
        title: 'A total in the panel contains only the first page of orders',
        why: 'The response says in totalCount that there are more orders, but the app does not request the next page.',
        remedy: 'Request pages until page times pageSize reaches totalCount.',
        evidence: [{ kind: 'page', shown: shown.written, listsRead: lists.length }],
      })
    } finally {
      end()
    }
  },
}

/** Returns the first page of a list with equal totals and further pages. Calls `add` with the sums of all and of paid orders on it. */
function withMorePages(body: string, add: (sum: string) => void): string {
  const parsed = parseJson(body)
  if (!parsed.ok || !isObject(parsed.value)) return body
  const { items, page } = parsed.value
  if (!Array.isArray(items) || Number(page) !== 1) return body
  const orders = items.filter(isObject)
  for (const some of [orders, orders.filter(({ status }) => status === 'paid')]) {
    if (some.length > 1) add(sumAmounts(some.map(() => EACH)).toFixed(2))
  }
  const changed = orders.map((order) => ({ ...order, grandTotal: rawJson(EACH) }))
  return JSON.stringify({ ...parsed.value, items: changed, totalCount: orders.length + FURTHER })
}

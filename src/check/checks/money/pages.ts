import { Big } from 'big.js'

import { isObject, parseJson, rawJson } from '../../../text/json.ts'
import { addressOf } from '../../api-calls/called-endpoint.ts'
import { apiFixture } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { whileFault, type ApiCall } from '../../harness/calls.ts'
import { isOfInstall } from '../../harness/tokens.ts'
import { lookUntil, untilCall } from '../../harness/work.ts'
import { amountsIn, type Amount } from './amounts.ts'
import { panelText, SHOWN_MS } from './fixture.ts'

/** Total of every listed order, so that a sum of several is none of the numbers that a panel shows otherwise. */
const EACH = '1013.17'

/** Number of orders on the pages after the first one. */
const FURTHER = 30

/** Id of the first made-up order, above those of the test stores. */
const FIRST_ID = 900_000_001

export const pages: Check = {
  id: 'money.pages',
  title: 'Totals contain the orders of all pages',
  rules: ['GEN-032', 'ORD-006'],
  needs: ['answer.order', 'embed.opens'],
  run: async (harness) => {
    const { app } = await apiFixture(harness)
    const place = await harness.openPlace()
    const isOfPlace = isOfInstall(app, place)
    const isList = (call: ApiCall) =>
      call.method === 'GET' && addressOf(call).pathname.endsWith('/orders') && isOfPlace(call)
    const sums = new Set<string>()
    const isSum = ({ value }: Amount) => sums.has(value.toFixed(2))
    const change = (body: string) => withMorePages(body, (sum) => void sums.add(sum))
    return whileFault(app, { meets: isList, act: { kind: 'change', change } }, async () => {
      // An app that totals earlier orders reads them after an install.
      await harness.install(app, place)
      if ((await untilCall(harness, app, isList)) === null)
        throw new CannotJudge('the app reads no list of orders after an install')
      const look = async () => amountsIn(await panelText(harness, app, place)).find(isSum)
      const shown = await lookUntil(harness, app, { look, isDone: (now) => now !== undefined, ms: SHOWN_MS })
      if (shown === undefined) throw new CannotJudge('the panel shows no total of earlier orders')
      const lists = app.calls.list().filter(isList)
      if (lists.some((call) => Number(addressOf(call).searchParams.get('page') ?? 1) > 1)) return []
      return error({
        title: 'A total in the panel contains only the first page of orders',
        why: 'The response says in totalCount that there are more orders, but the app does not request the next page.',
        remedy: 'Request pages until page times pageSize reaches totalCount.',
        evidence: [{ kind: 'page', shown: shown.written, listsRead: lists.length }],
      })
    })
  },
}

/** Returns a full first page of orders with equal totals, and further pages. Calls `add` with the sum of any number of orders on it. */
function withMorePages(body: string, add: (sum: string) => void): string {
  const parsed = parseJson(body)
  if (!parsed.ok || !isObject(parsed.value)) return body
  const { items, page, pageSize } = parsed.value
  const [first] = Array.isArray(items) ? items.filter(isObject) : []
  if (first === undefined || Number(page) !== 1) return body
  const size = Number(pageSize)
  // Which statuses count as paid is the app's choice.
  for (let count = 2; count <= size; count += 1) add(new Big(EACH).times(count).toFixed(2))
  const orders = Array.from({ length: size }, (_, at) => {
    const number = FIRST_ID + at
    return { ...first, id: number, orderNumber: `CHECK-${number}`, grandTotal: rawJson(EACH) }
  })
  return JSON.stringify({ ...parsed.value, items: orders, totalCount: size + FURTHER })
}

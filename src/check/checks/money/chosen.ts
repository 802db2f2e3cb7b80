import { isObject, parseJson, rawJson } from '../../../text/json.ts'
import { addressOf } from '../../api-calls/called-endpoint.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import { isWith } from '../../harness/tokens.ts'
import { isFloatError, sumAmounts } from './amounts.ts'

/** Totals that an app reads in an install's orders instead of those of the platform. */
export interface ChosenTotals {
  /** Sets an order's total from now on. */
  readonly choose: (orderId: number, total: string) => void
  /** Returns the exact sums of the order lists in this currency that the app read: of one list, of all, and of paid orders. */
  readonly listed: (currency: string) => readonly string[]
  readonly end: () => void
}

interface SeenOrder {
  readonly id: number
  readonly currency: string
  readonly status: string
  readonly grandTotal: string
}

/** Totals for other orders of a list, so large that no sum with one of them is near a sum without it. */
const FILLERS = ['1013.10', '1017.70', '1031.13', '1049.29', '1063.37', '1087.93', '1097.41']

/** Changes single orders and order lists (`/orders`, `/orders/{id}`) alike, so that any app shows whether it adds with floats. */
export function chooseTotals(
  app: AppInstance,
  { token, totals }: { token: string; totals: readonly string[] },
): ChosenTotals {
  const chosen = new Map<number, string>()
  const lists: SeenOrder[][] = []
  let filler: string | null = null
  const change = (body: string): string => {
    const parsed = parseJson(body)
    if (!parsed.ok || !isObject(parsed.value)) return body
    const { items } = parsed.value
    if (!Array.isArray(items) || 'grandTotal' in parsed.value) return JSON.stringify(withTotal(parsed.value, chosen))
    const orders = items.filter(isObject)
    filler ??= fillerFor(totals, orders.filter(({ id }) => !chosen.has(Number(id))).length)
    const changed = orders.map((order) => withTotal(order, chosen, filler))
    lists.push(changed.map(seenOf))
    return JSON.stringify({ ...parsed.value, items: changed })
  }
  const end = app.calls.fault({
    meets: (call) =>
      call.method === 'GET' && isWith(token)(call) && /\/orders(?:\/\d+)?$/.test(addressOf(call).pathname),
    act: { kind: 'change', change },
  })
  return {
    choose: (orderId, total) => void chosen.set(orderId, total),
    listed: (currency) => {
      const pages = lists.map((orders) => orders.filter((order) => order.currency === currency))
      const all = [...new Map(pages.flat().map((order) => [order.id, order])).values()]
      const groups = [...pages, all].flatMap((orders) => [orders, orders.filter(({ status }) => status === 'paid')])
      return [...new Set(groups.map((orders) => sumAmounts(orders.map(({ grandTotal }) => grandTotal)).toFixed(2)))]
    },
    end,
  }
}

function withTotal(
  order: Readonly<Record<string, unknown>>,
  chosen: ReadonlyMap<number, string>,
  filler: string | null = null,
): Readonly<Record<string, unknown>> {
  const total = chosen.get(Number(order['id'])) ?? filler
  return total === null || !('grandTotal' in order) ? order : { ...order, grandTotal: rawJson(total) }
}

/** Reads JSON with raw numbers, whose text is their digits. */
function seenOf(order: Readonly<Record<string, unknown>>): SeenOrder {
  const { id, currency, status, grandTotal } = order
  return { id: Number(id), currency: String(currency), status: String(status), grandTotal: JSON.stringify(grandTotal) }
}

/** Returns the total for the other orders of a list with which a sum of floats shows its error, whichever end of the list it begins at. */
function fillerFor(totals: readonly string[], others: number): string {
  const telling = FILLERS.find((filler) => {
    const list = [...Array.from({ length: others }, () => filler), ...totals]
    return [list, list.toReversed()].every((texts) =>
      isFloatError({ written: String(texts.reduce((sum, text) => sum + Number(text), 0)) }),
    )
  })
  return telling ?? FILLERS[0] ?? '0'
}

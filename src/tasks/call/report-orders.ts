import Big from 'big.js'

import type { ResponseOf } from '../../catalog/endpoint.ts'
import { orders } from '../../catalog/resources/orders.ts'
import { badAnswer } from '../../client/check-answer.ts'
import type { Client } from '../../client/client.ts'
import { walkRows } from '../../client/paging/paging.ts'
import type { AppError } from '../../errors.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { ExactNumber } from '../../text/json.ts'
import type { OrderReportRow } from '../../views/call/order-report.ts'

export interface ReportOptions {
  readonly by: 'currency' | 'status'
  /** Only count orders with this status. */
  readonly status?: string | undefined
}

/** Source of orders: a client and the region to pin. */
export interface ReportSource {
  readonly client: Pick<Client, 'call'>
  readonly pin: string | undefined
}

type OrderRow = ResponseOf<typeof orders.list>['items'][number]

interface Sum {
  readonly status: string | undefined
  readonly currency: string
  orders: number
  total: Big
  decimals: number
}

/**
 * Adds up the orders of some regions per currency, because amounts of different currencies have no sum (GEN-013). An order without a region, which several
 * regions list (B50), counts once. Sorts by status and currency. Raises the errors of the requests, because an incomplete list gives no total.
 */
export async function reportOrders(
  places: readonly ReportSource[],
  { by, status }: ReportOptions,
): Promise<OrderReportRow[]> {
  const sums = new Map<string, Sum>()
  const seen = new Set<string>()
  const query = status === undefined ? {} : { status }
  for (const { client, pin } of places) {
    for await (const row of walkRows({ client, endpoint: orders.list, input: { query, region: pin } })) {
      checkRow(row)
      if (places.length > 1 && isKnown(seen, row)) continue
      add(sums, row, by)
    }
  }
  return [...sums.values()].map(sumTotal).toSorted((a, b) => compare(groupKey(a), groupKey(b)))
}

function isKnown(seen: Set<string>, { id }: OrderRow): boolean {
  const key = String(id)
  if (seen.has(key)) return true
  seen.add(key)
  return false
}

function add(sums: Map<string, Sum>, row: OrderRow, by: ReportOptions['by']): void {
  const status = by === 'status' ? row.status : undefined
  const key = groupKey({ status, currency: row.currency })
  const amount = readAmount(row)
  const sum = sums.get(key) ?? { status, currency: row.currency, orders: 0, total: new Big(0), decimals: 0 }
  sum.orders++
  sum.total = sum.total.plus(amount)
  sum.decimals = Math.max(sum.decimals, amount.split('.')[1]?.length ?? 0)
  sums.set(key, sum)
}

/** Raises `api.bad-response`, because a row without one of these values would count in an invented group. */
function checkRow({ id, currency, status }: OrderRow): void {
  const used: Readonly<Record<string, unknown>> = { id, currency, status }
  const missing = Object.keys(used).find((name) => !isValue(used[name]))
  if (missing !== undefined) throw badRow(id, missing)
}

function isValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber
}

/** Returns the amount with exactly the digits received. */
function readAmount({ id, grandTotal }: OrderRow): string {
  const text = String(grandTotal)
  if (/^-?\d+(\.\d+)?$/.test(text)) return text
  throw badRow(id, 'grandTotal')
}

function badRow(id: unknown, name: string): AppError {
  const which = name === 'id' ? 'An order' : `Order ${foreignText(String(id))}`
  const suggestions = ['To see the unchanged orders: app call orders list --all --json']
  return badAnswer({ what: which, suggestions }, `has no valid ${name}`)
}

function sumTotal({ status, currency, orders: count, total, decimals }: Sum): OrderReportRow {
  return {
    ...(status === undefined ? {} : { status }),
    currency,
    orders: count,
    total: new ExactNumber(total.toFixed(decimals)),
  }
}

function groupKey({ status, currency }: { readonly status?: string | undefined; readonly currency: string }): string {
  return JSON.stringify([status ?? '', currency])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

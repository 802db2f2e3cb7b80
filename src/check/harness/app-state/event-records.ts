import type { PlacedOrder } from '../../../control/contract.ts'
import type { StateRecord } from './state-records.ts'

/** Ids of an event. */
export interface EventIds {
  readonly eventId: string
  readonly order: Pick<PlacedOrder, 'id' | 'orderNumber'>
}

/** Returns the rows, list elements and lines that mention one event or its order, by table, list or file. */
export function recordsAbout(records: readonly StateRecord[], ids: EventIds): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (at: string, text: string) => void found.set(at, [...(found.get(at) ?? []), text])
  for (const record of records) {
    if (record.kind === 'json') walk(record.value, record.at, { ids, add })
    else if (record.kind === 'lines') {
      for (const line of record.lines) if (isNamed(line, ids)) add(record.at, line)
    } else {
      for (const row of record.rows) if (isRowAbout(row, ids)) add(record.at, textOf(row))
    }
  }
  return found
}

function isNamed(text: string, { eventId, order }: EventIds): boolean {
  return text.includes(eventId) || text.includes(order.orderNumber)
}

function isRowAbout(row: Readonly<Record<string, unknown>>, ids: EventIds): boolean {
  return Object.entries(row).some(
    ([name, value]) => isNamed(String(value), ids) || (/order/i.test(name) && String(value) === String(ids.order.id)),
  )
}

interface Walk {
  readonly ids: EventIds
  readonly add: (at: string, text: string) => void
}

function walk(value: unknown, at: string, { ids, add }: Walk): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    const text = JSON.stringify(one)
    // A list, or an object whose members are named after events or orders.
    const isOne = Array.isArray(value) ? isElementAbout(one, text, ids) : isNamed(name, ids)
    if (isOne) add(at, text)
    else walk(one, Array.isArray(value) ? at : `${at}.${name}`, { ids, add })
  }
}

function isElementAbout(value: unknown, text: string, ids: EventIds): boolean {
  if (isNamed(text, ids)) return true
  return typeof value === 'object' && value !== null && isRowAbout({ ...value }, ids)
}

function textOf(row: Readonly<Record<string, unknown>>): string {
  return Object.values(row).map(String).join(' ')
}

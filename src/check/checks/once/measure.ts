import type { PlacedOrder } from '../../../control/contract.ts'
import { isRepeatable, isWrite, keyOf } from '../../api-calls/write-key.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import { recordsAbout } from '../../harness/app-state/event-records.ts'
import { numbersIn, type StateNumbers } from '../../harness/app-state/state-numbers.ts'
import { readStateRecords, type StateRecord } from '../../harness/app-state/state-records.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Delivery } from '../../harness/delivery.ts'
import type { MadeEvent } from '../../harness/event.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { isWith, findToken } from '../../harness/tokens.ts'

/** An event about an order that no other event mentions. */
export type OwnEvent = MadeEvent & {
  readonly order: PlacedOrder
  /** The same event as the platform redelivers it, with a new signature. */
  readonly again: Delivery
  /** Returns true if a call is part of its work; orders of different stores have the same numbers. */
  readonly isWork: (call: ApiCall) => boolean
}

/** An app's file contents, and its writes at the platform for its store. */
export interface Measurement {
  readonly numbers: StateNumbers
  readonly records: readonly StateRecord[]
  readonly writes: readonly ApiCall[]
}

export async function measure(app: AppInstance, place: InstallPlace): Promise<Measurement> {
  const records = await readStateRecords(app)
  const isOurs = isWith(findToken(app, place) ?? '')
  const writes = app.calls.list().filter((call) => isOurs(call) && isDoneWrite(call))
  return { records, numbers: numbersIn(records), writes }
}

function isDoneWrite(call: ApiCall): boolean {
  return isWrite(call) && !call.faulty && call.status !== null && call.status < 300
}

/** Number of records that mention an event, by location; `hasOrder` if one contains order data that only the platform has. */
export interface RecordCount {
  readonly count: number
  readonly hasOrder: boolean
}

export function countRecords(
  { records }: Measurement,
  { envelope, order }: OwnEvent,
): ReadonlyMap<string, RecordCount> {
  const found = recordsAbout(records, { eventId: envelope.eventId, order })
  const known = totalIn(order.grandTotal)
  return new Map(
    [...found].map(([at, texts]) => [at, { count: texts.length, hasOrder: texts.some((text) => known.test(text)) }]),
  )
}

/** Matches text, a number, or the smallest unit. Ignores the currency, which proves nothing because the event itself contains it. */
function totalIn(total: string): RegExp {
  const [units = '', cents = ''] = total.split('.')
  const decimals = cents.replace(/0+$/, '')
  const asNumber = decimals === '' ? String.raw`${units}(?:\.0+)?` : String.raw`${units}\.${decimals}0*`
  return new RegExp(String.raw`(?<![\d.])(?:${asNumber}|${units}${cents})(?!\d)`)
}

/** Returns the writes about an event's order that the platform executed, without those that it recognized as repeats. */
export function writesOf({ writes }: Measurement, { isWork }: OwnEvent): readonly ApiCall[] {
  const own = writes.filter(isWork)
  const seen = new Set<string>()
  return own.filter((call) => {
    const name = `${call.method} ${call.path} ${keyOf(call)}`
    if (isRepeatable(call)) return true
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

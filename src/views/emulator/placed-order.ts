import type { PlacedOrder } from '../../control/contract.ts'
import { escapeCell } from '../../text/escape.ts'
import { plainWord } from '../../text/shell.ts'
import { sentence, shownMoney } from '../cells.ts'
import type { Looks } from '../view.ts'

/** Context of the operation. */
interface OrderContext {
  readonly store: string
}

/** Formats an order placed or changed on the emulator, with its events and the number of subscriptions for each. */
export function placedOrderView(order: PlacedOrder, looks: Looks, { store }: OrderContext): string {
  const { id, orderNumber, status, grandTotal, currency, regionId, regionCode, events } = order
  const region = regionId === null ? null : escapeCell(regionCode ?? String(regionId))
  const place = region === null ? 'no region' : `region ${region}`
  const where = `${escapeCell(store)}${region === null ? '' : `, region ${region}`}`
  const unheard = events.findLast(({ deliveries }) => deliveries === 0)
  return [
    sentence(
      `Order ${id} (${escapeCell(orderNumber)}): ${looks.style.bold(escapeCell(status))}, ${escapeCell(shownMoney(grandTotal, currency, looks))}, ${place}.`,
      looks,
    ),
    ...events.map(({ topic, eventId, deliveries }) =>
      sentence(escapeCell(`${topic}  ${eventId}  ${receivers(deliveries, where)}`), looks, '  '),
    ),
    ...(unheard === undefined ? [] : [sentence(whyLine(unheard.topic, store, region), looks, '  ')]),
  ].join('\n')
}

function receivers(count: number, where: string): string {
  if (count === 0) return `no subscriptions in ${where}`
  return count === 1 ? 'to 1 subscription' : `to ${count} subscriptions`
}

function whyLine(topic: string, store: string, region: string | null): string {
  const inRegion = region === null ? '' : ` --region ${plainWord(region)}`
  return `\`app webhook why ${plainWord(topic)} --store ${plainWord(store)}${inRegion}\` shows why.`
}

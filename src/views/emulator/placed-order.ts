import type { PlacedOrder } from '../../control/contract.ts'
import { escapeCell } from '../../text/escape.ts'
import { sentence, shownMoney } from '../cells.ts'
import type { View } from '../view.ts'

/** An order that was placed or changed on the emulator, with its events and how many subscriptions each went to. */
export const placedOrderView: View<PlacedOrder> = (order, looks) => {
  const { id, orderNumber, status, grandTotal, currency, regionId, regionCode, events } = order
  const place = regionId === null ? 'no region' : `region ${escapeCell(regionCode ?? String(regionId))}`
  return [
    sentence(
      `Order ${id} (${escapeCell(orderNumber)}): ${looks.style.bold(escapeCell(status))}, ${escapeCell(shownMoney(grandTotal, currency, looks))}, ${place}.`,
      looks,
    ),
    ...events.map(({ topic, eventId, deliveries }) =>
      sentence(escapeCell(`${topic}  ${eventId}  ${receivers(deliveries)}`), looks, '  '),
    ),
  ].join('\n')
}

function receivers(count: number): string {
  if (count === 0) return 'nobody is subscribed to it here'
  return count === 1 ? 'to 1 subscription' : `to ${count} subscriptions`
}

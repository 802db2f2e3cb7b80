import type { Delivery } from '../control/contract.ts'
import { table } from '../terminal/table.ts'
import { noRows, orDash } from './cells.ts'
import type { View } from './view.ts'

/** The delivery queue of the emulator: state, attempts, when the next one is due, what the last one ended with. */
export const deliveryTable: View<readonly Delivery[]> = (deliveries, { width, style }) => {
  if (deliveries.length === 0) return noRows('deliveries')
  const paint = { pending: style.yellow, delivered: style.green, dead_letter: style.red }
  return table(
    deliveries,
    [
      { header: 'ID', cell: ({ id }) => String(id), right: true },
      { header: 'TOPIC', cell: ({ topic }) => topic },
      { header: 'APP', cell: ({ appKey }) => appKey },
      { header: 'STORE', cell: ({ storeId }) => String(storeId), right: true },
      { header: 'REGION', cell: ({ regionId }) => orDash(regionId), right: true },
      { header: 'STATE', cell: ({ state }) => state, paint: ({ state }) => paint[state] },
      { header: 'ATTEMPTS', cell: ({ attempts }) => String(attempts), right: true },
      { header: 'STATUS', cell: ({ lastStatus }) => orDash(lastStatus), right: true },
      { header: 'NEXT ATTEMPT', cell: ({ nextAttemptAt }) => orDash(nextAttemptAt), whole: true },
      { header: 'LAST ERROR', cell: ({ lastError }) => orDash(lastError) },
      { header: 'EVENT', cell: ({ eventId }) => eventId },
    ],
    { width, heading: style.dim },
  )
}

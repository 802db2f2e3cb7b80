import type { Delivery } from '../../control/contract.ts'
import { table } from '../../terminal/table.ts'
import { noRows, orDash, shortId } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats the emulator's delivery queue: state, attempts, time of the next attempt, and last result. */
export const deliveryTable: View<readonly Delivery[]> = (deliveries, looks) => {
  if (deliveries.length === 0) return noRows('deliveries')
  const paint = { pending: looks.style.yellow, delivered: looks.style.green, dead_letter: looks.style.red }
  return table(
    deliveries,
    [
      { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
      { header: 'TOPIC', rank: 9, cell: ({ topic }) => topic },
      { header: 'APP', rank: 1, ifVaried: true, cell: ({ appKey }) => appKey },
      { header: 'STORE', rank: 3, ifVaried: true, cell: ({ storeId }) => String(storeId), kind: 'number' },
      { header: 'REGION', rank: 2, cell: ({ regionId }) => orDash(regionId), kind: 'number' },
      { header: 'STATE', rank: 8, cell: ({ state }) => state, paint: ({ state }) => paint[state] },
      { header: 'ATTEMPTS', rank: 4, cell: ({ attempts }) => String(attempts), kind: 'number' },
      { header: 'STATUS', rank: 7, cell: ({ lastStatus }) => orDash(lastStatus), kind: 'number' },
      { header: 'NEXT', rank: 6, cell: ({ nextAttemptAt }) => orDash(nextAttemptAt), kind: 'time' },
      { header: 'LAST ERROR', kind: 'prose', rank: 5, cell: ({ lastError }) => orDash(lastError) },
      { header: 'EVENT', cell: ({ eventId }) => eventId, screen: ({ eventId }) => shortId(eventId) },
    ],
    looks,
  )
}

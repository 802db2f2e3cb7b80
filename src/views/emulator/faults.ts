import { isDeliveryFault, type Fault } from '../../control/fault.ts'
import { table } from '../../terminal/table.ts'
import { escapeForeign } from '../../text/escape.ts'
import { noRows, orDash } from '../cells.ts'
import type { View } from '../view.ts'

/** The faults that are set, in the order in which they are matched. */
export const faultTable: View<readonly Fault[]> = (faults, looks) => {
  if (faults.length === 0) return noRows('faults')
  return table(
    faults,
    [
      { header: 'ID', rank: 9, cell: ({ id }) => String(id), kind: 'number' },
      { header: 'FAULT', rank: 9, cell: ({ kind }) => kind },
      {
        header: 'METHOD',
        rank: 5,
        cell: (fault) => (isDeliveryFault(fault.kind) ? 'delivery' : (fault.method ?? 'any')),
      },
      { header: 'PATH', rank: 7, cell: ({ path, topic }) => topic ?? path ?? 'any' },
      { header: 'APP', rank: 4, ifVaried: true, cell: ({ appKey }) => appKey ?? 'any' },
      {
        header: 'LEFT',
        rank: 8,
        cell: ({ remaining }) => (remaining === null ? 'all' : String(remaining)),
        kind: 'number',
      },
      { header: 'MET', rank: 6, cell: ({ hits }) => String(hits), kind: 'number' },
      { header: 'CHANCE', ifVaried: true, cell: chanceOf },
      { header: 'RETRY-AFTER', cell: ({ retryAfter }) => orDash(retryAfter) },
      { header: 'DELAY', cell: delayOf },
      { header: 'UNTIL', ifVaried: true, cell: ({ endsAt }) => orDash(endsAt) },
    ],
    looks,
  )
}

function chanceOf({ percent, inARow }: Fault): string {
  if (percent === null) return orDash(null)
  return inARow === 1 ? `${percent} %` : `${percent} %, ${inARow} in a row`
}

function delayOf({ delayMs, delayMaxMs }: Fault): string {
  if (delayMs === null) return orDash(null)
  return delayMaxMs === null ? `${delayMs} ms` : `${delayMs}..${delayMaxMs} ms`
}

/** One fault on a line: its kind, what it affects, how many are left. */
export function faultLine(fault: Fault): string {
  const { id, kind, appKey, remaining, percent, endsAt } = fault
  const whom = [placeOf(fault), appKey === null ? '' : `of ${appKey}`].filter((word) => word !== '')
  const chance = percent === null ? '' : ` with a chance of ${chanceOf(fault)}`
  const left = remaining === null ? `until ${endsAt ?? 'it is cleared'}` : `${remaining} left`
  return escapeForeign(`${id}: ${kind} on ${whom.join(' ')}${chance}, ${left}`)
}

function placeOf({ kind, method, path, topic }: Fault): string {
  if (isDeliveryFault(kind)) return `deliveries${topic === null ? '' : ` of ${topic}`}`
  return `${method === null ? '' : `${method} `}${path ?? 'any path'}`
}

import type { Fault } from '../../control/fault.ts'
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
      { header: 'METHOD', rank: 5, cell: ({ method }) => method ?? 'any' },
      { header: 'PATH', rank: 7, cell: ({ path }) => path ?? 'any' },
      { header: 'APP', rank: 4, ifVaried: true, cell: ({ appKey }) => appKey ?? 'any' },
      {
        header: 'LEFT',
        rank: 8,
        cell: ({ remaining }) => (remaining === null ? 'all' : String(remaining)),
        kind: 'number',
      },
      { header: 'MET', rank: 6, cell: ({ hits }) => String(hits), kind: 'number' },
      { header: 'RETRY-AFTER', cell: ({ retryAfter }) => orDash(retryAfter) },
      { header: 'DELAY', cell: ({ delayMs }) => (delayMs === null ? orDash(null) : `${delayMs} ms`) },
    ],
    looks,
  )
}

/** One fault on a line: its kind, the requests that it affects, how many are left. */
export function faultLine({ id, kind, method, path, appKey, remaining }: Fault): string {
  const whom = [method ?? '', path ?? 'any path', appKey === null ? '' : `of ${appKey}`].filter((word) => word !== '')
  const left = remaining === null ? 'until it is cleared' : `${remaining} left`
  return escapeForeign(`${id}: ${kind} on ${whom.join(' ')}, ${left}`)
}

import type { Fault } from '../control/fault.ts'
import { table } from '../terminal/table.ts'
import { escapeForeign } from '../values/escape.ts'
import { noRows, orDash } from './cells.ts'
import type { View } from './view.ts'

/** What is set to go wrong, in the order in which it is matched. */
export const faultTable: View<readonly Fault[]> = (faults, { width, style }) => {
  if (faults.length === 0) return noRows('faults')
  return table(
    faults,
    [
      { header: 'ID', cell: ({ id }) => String(id), right: true },
      { header: 'FAULT', cell: ({ kind }) => kind },
      { header: 'METHOD', cell: ({ method }) => method ?? 'any' },
      { header: 'PATH', cell: ({ path }) => path ?? 'any' },
      { header: 'APP', cell: ({ appKey }) => appKey ?? 'any' },
      { header: 'LEFT', cell: ({ remaining }) => (remaining === null ? 'all' : String(remaining)), right: true },
      { header: 'MET', cell: ({ hits }) => String(hits), right: true },
      { header: 'RETRY-AFTER', cell: ({ retryAfter }) => orDash(retryAfter) },
      { header: 'DELAY', cell: ({ delayMs }) => (delayMs === null ? orDash(null) : `${delayMs} ms`) },
    ],
    { width, heading: style.dim },
  )
}

/** One fault in a line: what it is, whom it meets, how often still. */
export function faultLine({ id, kind, method, path, appKey, remaining }: Fault): string {
  const whom = [method ?? '', path ?? 'any path', appKey === null ? '' : `of ${appKey}`].filter((word) => word !== '')
  const left = remaining === null ? 'until it is cleared' : `${remaining} left`
  return escapeForeign(`${id}: ${kind} on ${whom.join(' ')}, ${left}`)
}

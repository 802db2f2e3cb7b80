import type { FaultDone } from '../../chaos/run-under-faults.ts'
import { table, type Column } from '../../terminal/table.ts'
import { orDash } from '../cells.ts'
import type { View } from '../view.ts'

const columns: readonly Column<FaultDone>[] = [
  { header: 'AT', rank: 9, kind: 'number', cell: ({ startMs }) => seconds(startMs) },
  { header: 'FOR', rank: 6, kind: 'number', cell: ({ forMs }) => seconds(forMs) },
  { header: 'FAULT', rank: 9, cell: ({ kind }) => kind },
  { header: 'CHANCE', rank: 7, kind: 'number', cell: ({ percent }) => `${percent} %` },
  { header: 'IN A ROW', rank: 4, kind: 'number', cell: ({ inARow }) => String(inARow) },
  { header: 'DELAY', rank: 5, cell: delayOf },
  { header: 'HITS', rank: 8, kind: 'number', cell: ({ hits }) => String(hits) },
]

/** Formats the faults of a run in order. */
export const faultsDoneTable: View<readonly FaultDone[]> = (faults, looks) => table(faults, columns, looks)

function delayOf({ delayMs, delayMaxMs, retryAfter }: FaultDone): string {
  if (retryAfter !== undefined) return `Retry-After ${retryAfter}`
  if (delayMs === undefined) return orDash(null)
  return delayMaxMs === undefined || delayMaxMs === delayMs
    ? seconds(delayMs)
    : `${seconds(delayMs)} to ${seconds(delayMaxMs)}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

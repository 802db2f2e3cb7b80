import { table } from '../terminal/table.ts'
import { orDash } from './cells.ts'
import type { Looks } from './view.ts'

export interface TopicRow {
  readonly topic: string
  readonly meaning: string
  /** Assumed (N6); null for none. */
  readonly scope: string | null
  /** Assumed (N4). */
  readonly sentAfter: string
}

/** The topics as a table; what is assumed says so in its header. */
export function topicTable(rows: readonly TopicRow[], { width, style }: Looks): string {
  return table(
    rows,
    [
      { header: 'TOPIC', cell: ({ topic }) => topic },
      { header: 'MEANING', cell: ({ meaning }) => meaning },
      { header: 'SCOPE (ASSUMED)', cell: ({ scope }) => orDash(scope) },
      { header: 'SENT BY THE EMULATOR AFTER (ASSUMED)', cell: ({ sentAfter }) => sentAfter },
    ],
    { width, heading: style.dim },
  )
}

import { entries } from '../../terminal/entries.ts'
import type { Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { orDash } from '../cells.ts'
import type { Looks } from '../view.ts'

export interface TopicRow {
  readonly topic: string
  readonly meaning: string
  /** Scope that the topic needs (assumed, N6), or null. */
  readonly scope: string | null
  /** Operation that triggers the event (assumed, N4). */
  readonly sentAfter: string
}

const columns: readonly Column<TopicRow>[] = [
  { header: 'TOPIC', cell: ({ topic }) => topic },
  { header: 'MEANING', cell: ({ meaning }) => meaning },
  { header: 'SCOPE (ASSUMED)', cell: ({ scope }) => orDash(scope) },
  { header: 'THE EMULATOR SENDS IT WHEN (ASSUMED)', cell: ({ sentAfter }) => sentAfter },
]

/** Formats the topics with their meaning and marks assumptions. */
export function topicTable(rows: readonly TopicRow[], looks: Looks): string {
  const { bold, dim } = looks.style
  const topic = {
    columns,
    head: (row: TopicRow) => bold(escapeCell(row.topic)),
    texts: ({ meaning, scope, sentAfter }: TopicRow) => [
      escapeCell(meaning),
      dim(
        escapeCell(
          `Assumed: needs ${scope === null ? 'no scope' : `the scope ${scope}`}. The emulator sends it when ${sentAfter}.`,
        ),
      ),
    ],
  }
  return entries(rows, topic, looks)
}

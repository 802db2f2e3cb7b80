import type { RowChange, StoreChanges, TableValue } from '../../control/changes.ts'
import { table } from '../../terminal/table.ts'
import { sentence, shownTime } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats the rows of a store that differ from its checkpoint, one line each. */
export const changesTable: View<StoreChanges> = ({ since, changes, truncated }, looks) => {
  if (since === null) return sentence('Nothing recorded yet. To record the store: app emulator checkpoint', looks)
  const time = shownTime(since, looks)
  if (changes.length === 0) return sentence(`No change since ${time}.`, looks)
  const { green, yellow, red } = looks.style
  const paint = { added: green, changed: yellow, removed: red }
  const rows = table(
    changes,
    [
      { header: 'TABLE', rank: 9, cell: ({ table: name }) => name },
      { header: 'KEY', rank: 8, cell: ({ key }) => key.join(' ') },
      { header: 'CHANGE', rank: 7, cell: ({ change }) => change, paint: ({ change }) => paint[change] },
      { header: 'VALUES', rank: 6, kind: 'prose', cell: values },
    ],
    looks,
  )
  if (truncated.length === 0) return rows
  return `${rows}\n${sentence(`More changes in: ${truncated.join(', ')}.`, looks)}`
}

function values({ change, columns }: RowChange): string {
  const shown = change === 'changed' ? columns : columns.filter((one) => (one.before ?? one.after) !== null)
  return shown
    .map(({ column, before, after }) => {
      if (change === 'changed') return `${column}: ${word(before)} > ${word(after)}`
      return `${column}: ${word(change === 'added' ? after : before)}`
    })
    .join(', ')
}

function word(value: TableValue): string {
  return value === null ? 'null' : String(value)
}

import { table } from '../../terminal/table.ts'
import type { View } from '../view.ts'
import type { DescribedCommand } from './described-command.ts'

/** A command a line: what it does, what it changes, how it may end. */
export const commandTable: View<readonly DescribedCommand[]> = (commands, looks) =>
  table(
    commands,
    [
      { header: 'COMMAND', rank: 9, cell: ({ command }) => command },
      { header: 'WRITES', rank: 7, cell: ({ writes }) => (writes.length === 0 ? '–' : writes.join(', ')) },
      { header: 'EXITS', rank: 3, cell: ({ exits }) => exits.join(' ') },
      { header: 'WHAT IT DOES', rank: 6, room: 60, kind: 'prose', cell: ({ summary }) => summary },
    ],
    looks,
  )

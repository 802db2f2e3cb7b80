import { entries } from '../../terminal/entries.ts'
import type { Column } from '../../terminal/table.ts'
import type { View } from '../view.ts'
import type { DescribedCommand } from './described-command.ts'

const columns: readonly Column<DescribedCommand>[] = [
  { header: 'COMMAND', cell: ({ command }) => command },
  { header: 'WRITES', cell: ({ writes }) => (writes.length === 0 ? '–' : writes.join(', ')) },
  { header: 'EXITS', cell: ({ exits }) => exits.join(' ') },
  { header: 'SUMMARY', cell: ({ summary }) => summary },
]

/** Formats each command with its changes, possible exit codes and full description. In a pipe, one line per command. */
export const commandTable: View<readonly DescribedCommand[]> = (commands, looks) => {
  const { bold, dim } = looks.style
  const head = (command: DescribedCommand) => `${bold(command.command)}  ${dim(factsOf(command))}`
  return entries(commands, { columns, head, texts: ({ summary }) => [summary] }, looks)
}

function factsOf({ writes, exits }: DescribedCommand): string {
  const ends = `exits ${exits.join(' ')}`
  return writes.length === 0 ? ends : `writes ${writes.join(', ')} · ${ends}`
}

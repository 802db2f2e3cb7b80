import { entries } from '../../terminal/entries.ts'
import type { Column } from '../../terminal/table.ts'
import type { View } from '../view.ts'
import type { DescribedCommand } from './described-command.ts'

const columns: readonly Column<DescribedCommand>[] = [
  { header: 'COMMAND', cell: ({ command }) => command },
  { header: 'WRITES', cell: writesText },
  { header: 'EXITS', cell: ({ exits }) => exits.join(' ') },
  { header: 'WHAT IT DOES', cell: ({ summary }) => summary },
]

/** Each command: what it changes, how it may end, and below that what it does, all of it; in a pipe a command a line. */
export const commandTable: View<readonly DescribedCommand[]> = (commands, looks) => {
  const { bold, dim } = looks.style
  const facts = (command: DescribedCommand) =>
    [command.writes.length === 0 ? '' : `writes ${writesText(command)}`, `exits ${command.exits.join(' ')}`].filter(
      Boolean,
    )
  return entries(
    commands,
    {
      columns,
      head: (command) => `${bold(command.command)}  ${dim(facts(command).join(' · '))}`,
      texts: ({ summary }) => [summary],
    },
    looks,
  )
}

function writesText({ writes }: DescribedCommand): string {
  return writes.length === 0 ? '–' : writes.join(', ')
}

import type { Assumption } from '../../catalog/assumptions.ts'
import { entries } from '../../terminal/entries.ts'
import type { Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { facts } from '../cells.ts'
import type { Looks, View } from '../view.ts'

interface Shown extends Assumption {
  readonly endpoints: readonly string[]
  readonly value?: unknown
}

const columns: readonly Column<Shown>[] = [
  { header: 'ID', cell: ({ id }) => id },
  { header: 'OPEN', cell: ({ open }) => open },
  { header: 'CHOICE', cell: ({ choice }) => choice },
  { header: 'SWITCH', cell: switchText },
  { header: 'RESTS ON IT', cell: ({ endpoints }) => endpoints.join(' ') },
]

/** Every choice with what it leaves open; one choice with all that is known of it. */
export const assumptionsView: View<readonly Shown[]> = (shown, looks) => {
  const [only, ...more] = shown
  if (only !== undefined && more.length === 0) return oneChoice(only, looks)
  const { bold, cyan, dim } = looks.style
  const choice = {
    columns,
    head: (row: Shown) => [bold(escapeCell(row.id)), cyan(escapeCell(switchText(row)))].join('  ').trimEnd(),
    texts: ({ open, choice, endpoints }: Shown) => [
      escapeCell(open),
      `Chosen: ${escapeCell(choice)}`,
      ...(endpoints.length === 0 ? [] : [dim(`Rests on it: ${escapeCell(endpoints.join(', '))}`)]),
    ],
  }
  return entries(shown, choice, looks)
}

function oneChoice(shown: Shown, looks: Looks): string {
  const { id, open, choice, endpoints, command } = shown
  const commands = endpoints.map((endpoint) => `app call ${endpoint.replace('.', ' ')}`)
  return facts(
    [
      ['choice', id],
      ['open', open],
      ['chosen', choice],
      ['switch', switchText(shown) || 'none'],
      ['command', command ?? 'none'],
      ['rests on it', commands.join(', ') || 'no endpoint'],
    ],
    looks,
  )
}

function switchText({ setting, value }: Shown): string {
  if (setting === undefined) return ''
  if (value === undefined) return setting
  return `${setting} = ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

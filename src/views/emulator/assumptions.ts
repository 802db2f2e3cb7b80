import type { Assumption } from '../../catalog/assumptions/assumption.ts'
import { entries } from '../../terminal/entries.ts'
import type { Column } from '../../terminal/table.ts'
import { cutTo } from '../../terminal/width.ts'
import { escapeCell } from '../../text/escape.ts'
import { facts, sentence } from '../cells.ts'
import type { Looks, View } from '../view.ts'

interface Shown extends Assumption {
  readonly endpoints: readonly string[]
  readonly value?: unknown
}

const columns: readonly Column<Shown>[] = [
  { header: 'ID', cell: ({ id }) => id },
  { header: 'SUBJECT', cell: ({ question }) => question },
  { header: 'ASSUMED', cell: ({ choice }) => choice },
  { header: 'SWITCH', cell: switchText },
  { header: 'AFFECTS', cell: ({ endpoints }) => endpoints.join(' ') },
]

/** Meaning of the letter in an assumption id. */
const groups: Readonly<Record<string, string>> = {
  N: 'marked as not shown in the documentation',
  A: 'contradictory or unclear',
  B: 'undocumented',
  C: 'undocumented, found later',
}

/**
 * Formats every assumption with its open questions.
 * @public tested as a table by test/views/table-samples.ts, which finds tables by their names
 */
export const wholeChoices: View<readonly Shown[]> = (shown, looks) => {
  const { bold, cyan, dim } = looks.style
  const choice = {
    columns,
    head: (row: Shown) => [bold(escapeCell(row.id)), cyan(escapeCell(switchText(row)))].join('  ').trimEnd(),
    texts: ({ question: open, choice, endpoints }: Shown) => [
      escapeCell(open),
      `Assumed: ${escapeCell(choice)}`,
      ...(endpoints.length === 0 ? [] : [dim(`Affects: ${escapeCell(endpoints.join(', '))}`)]),
    ],
  }
  return entries(shown, choice, looks)
}

/** Formats a line per assumption, grouped by what the documents specify, or its whole text with `isWide`. A single one has all its details. */
export const assumptionsView: View<readonly Shown[]> = (shown, looks) => {
  const [only, ...more] = shown
  if (only !== undefined && more.length === 0) return oneChoice(only, looks)
  return looks.width === 0 || looks.isWide === true ? wholeChoices(shown, looks) : choiceLines(shown, looks)
}

function choiceLines(shown: readonly Shown[], looks: Looks): string {
  const { bold, cyan, dim } = looks.style
  const idWidth = Math.max(...shown.map(({ id }) => id.length))
  const line = ({ id, question: open, setting }: Shown) => {
    const space = looks.width - idWidth - 4
    return `${setting === undefined ? ' ' : cyan('*')} ${id.padEnd(idWidth)}  ${cutTo(escapeCell(open), space)}`
  }
  const lines = [...Map.groupBy(shown, ({ id }) => id.slice(0, 1))].flatMap(([letter, of]) => [
    bold(`${letter}: ${groups[letter] ?? 'others'}`),
    ...of.map(line),
    '',
  ])
  const [example] = shown.filter(({ setting }) => setting !== undefined)
  const one = `app emulator assumptions ${example?.id ?? ''}`.trimEnd()
  return [
    ...lines,
    sentence(dim(`You can switch assumptions marked *. Show one with \`${one}\`, or all details with --wide.`), looks),
  ].join('\n')
}

function oneChoice(shown: Shown, looks: Looks): string {
  const { id, question: open, choice, endpoints, command } = shown
  const commands = endpoints.map((endpoint) => `app call ${endpoint.replace('.', ' ')}`)
  return facts(
    [
      ['assumption', id],
      ['subject', open],
      ['assumed', choice],
      ['switch', switchText(shown) || 'none'],
      ['command', command ?? 'none'],
      ['affects', commands.join(', ') || 'no endpoint'],
    ],
    looks,
  )
}

function switchText({ setting, value }: Shown): string {
  if (setting === undefined) return ''
  if (value === undefined) return setting
  return `${setting} = ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

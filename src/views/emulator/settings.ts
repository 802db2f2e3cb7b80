import type { Setting } from '../../control/setting.ts'
import { entries } from '../../terminal/entries.ts'
import type { Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { orDash } from '../cells.ts'
import type { View } from '../view.ts'

const columns: readonly Column<Setting>[] = [
  { header: 'SETTING', cell: ({ name }) => name },
  { header: 'VALUE', cell: ({ value }) => valueText(value) },
  { header: 'VALUES', cell: ({ values }) => values },
  { header: 'CHOICE', cell: ({ assumption }) => orDash(assumption) },
  { header: 'DESCRIPTION', cell: ({ about }) => about },
]

/** Formats the emulator's settings with changed ones highlighted. */
export const settingTable: View<readonly Setting[]> = (settings, looks) => {
  const { bold, dim, yellow } = looks.style
  const setting = {
    columns,
    head: (one: Setting) => {
      const value = escapeCell(valueText(one.value))
      return `${bold(escapeCell(one.name))} = ${isChanged(one) ? yellow(value) : value}`
    },
    texts: ({ about, values, assumption }: Setting) => [
      escapeCell(about),
      dim(escapeCell(`Values: ${values}${assumption === null ? '' : `; assumption ${assumption}`}`)),
    ],
  }
  return entries(settings, setting, looks)
}

/** Formats one setting on a line. */
export function settingLine(setting: Setting): string {
  const { name, value, default: initial } = setting
  return `${name} is ${valueText(value)}${isChanged(setting) ? ` (default: ${valueText(initial)})` : ''}.`
}

function isChanged({ value, default: initial }: Setting): boolean {
  return valueText(value) !== valueText(initial)
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

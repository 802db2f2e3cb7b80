import type { Setting } from '../control/setting.ts'
import { table } from '../terminal/table.ts'
import { orDash } from './cells.ts'
import type { View } from './view.ts'

/** The switches of the emulator; what was changed stands out. */
export const settingTable: View<readonly Setting[]> = (settings, { width, style }) =>
  table(
    settings,
    [
      { header: 'SETTING', cell: ({ name }) => name, whole: true },
      {
        header: 'VALUE',
        cell: ({ value }) => valueText(value),
        paint: (setting) => (isChanged(setting) ? style.yellow : String),
      },
      { header: 'VALUES', cell: ({ values }) => values },
      { header: 'CHOICE', cell: ({ assumption }) => orDash(assumption) },
      { header: 'WHAT IT CHANGES', cell: ({ about }) => about },
    ],
    { width, heading: style.dim },
  )

/** One setting in a line. */
export function settingLine(setting: Setting): string {
  const { name, value, default: initial } = setting
  return `${name} is ${valueText(value)}${isChanged(setting) ? ` (at first: ${valueText(initial)})` : ''}.`
}

function isChanged({ value, default: initial }: Setting): boolean {
  return valueText(value) !== valueText(initial)
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

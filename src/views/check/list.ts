import { areaOf } from '../../check/area-of.ts'
import { wrap } from '../../terminal/wrap.ts'
import type { View } from '../view.ts'

interface ListedChecks {
  readonly checks: readonly { readonly id: string; readonly title: string; readonly rules: readonly string[] }[]
}

/** Formats a heading per area and one line per check. In a pipe each line also has the rules, separated by tabs. */
export const checkListView: View<ListedChecks> = ({ checks }, { width, style }) => {
  if (width === 0) return checks.map(({ id, title, rules }) => [id, title, rules.join(' ')].join('\t')).join('\n')
  const column = Math.max(...checks.map(({ id }) => id.length)) + 4
  const lines = ({ id, title }: ListedChecks['checks'][number]) =>
    wrap(`  ${id.padEnd(column - 2)}${title}`, width, ' '.repeat(column - 2))
  const areas = Map.groupBy(checks, ({ id }) => areaOf(id))
  return [...areas].map(([area, own]) => [style.bold(area), ...own.map(lines)].join('\n')).join('\n\n')
}

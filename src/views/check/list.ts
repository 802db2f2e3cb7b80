import { areaOf } from '../../check/area-of.ts'
import { wrap } from '../../terminal/wrap.ts'
import type { View } from '../view.ts'

interface ListedChecks {
  readonly checks: readonly { readonly id: string; readonly title: string; readonly rules: readonly string[] }[]
}

/** A heading for each area, and below it a line a check, its rules where there is room; for a pipe each check in one line, separated by tabs. */
export const checkListView: View<ListedChecks> = ({ checks }, { width, style }) => {
  if (width === 0) return checks.map(({ id, title, rules }) => [id, title, rules.join(' ')].join('\t')).join('\n')
  const column = Math.max(...checks.map(({ id }) => id.length)) + 4
  const lines = ({ id, title, rules }: ListedChecks['checks'][number]) => {
    const wrapped = wrap(`  ${id.padEnd(column - 2)}${title}`, width, ' '.repeat(column - 2))
    const last = wrapped.length - wrapped.lastIndexOf('\n') - 1
    const text = rules.join(' ')
    return text !== '' && last + 2 + text.length <= width ? `${wrapped}  ${style.dim(text)}` : wrapped
  }
  const areas = Map.groupBy(checks, ({ id }) => areaOf(id))
  return [...areas].map(([area, own]) => [style.bold(area), ...own.map(lines)].join('\n')).join('\n\n')
}

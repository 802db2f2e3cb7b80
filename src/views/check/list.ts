import type { View } from '../view.ts'

interface Listed {
  readonly checks: readonly { readonly id: string; readonly title: string; readonly rules: readonly string[] }[]
}

/** A line a check: id, title and rules; for a pipe parted by tabs. */
export const checkListView: View<Listed> = ({ checks }, { width, style }) => {
  if (width === 0) return checks.map(({ id, title, rules }) => [id, title, rules.join(' ')].join('\t')).join('\n')
  const column = Math.max(...checks.map(({ id }) => id.length))
  return checks
    .map(
      ({ id, title, rules }) =>
        `${id.padEnd(column)}  ${title}${rules.length === 0 ? '' : `  ${style.dim(rules.join(' '))}`}`,
    )
    .join('\n')
}

import { entries } from '../terminal/entries.ts'
import type { Column } from '../terminal/table.ts'
import type { View } from './view.ts'

/** An error code of this tool. */
export interface Explanation {
  readonly code: string
  readonly exit: number
  readonly about: string
}

const columns: readonly Column<Explanation>[] = [
  { header: 'CODE', cell: ({ code }) => code },
  { header: 'EXIT', cell: ({ exit }) => String(exit) },
  { header: 'MEANING', cell: ({ about }) => about },
]

/** All codes with their exit code and what they mean. */
export const explanationList: View<readonly Explanation[]> = (explanations, looks) => {
  const { bold, dim } = looks.style
  const explanation = {
    columns,
    head: ({ code, exit }: Explanation) => `${bold(code)}  ${dim(`exit ${exit}`)}`,
    texts: ({ about }: Explanation) => [about],
  }
  return entries(explanations, explanation, looks)
}

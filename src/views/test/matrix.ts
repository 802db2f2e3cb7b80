import { table, type Column } from '../../terminal/table.ts'
import type { ShapeResult } from '../../testing/matrix/run-matrix.ts'
import { escapeForeign } from '../../text/escape.ts'
import { counted } from '../cells.ts'
import type { View } from '../view.ts'

const columns: readonly Column<ShapeResult>[] = [
  { header: 'SHAPE', rank: 9, cell: ({ shape }) => shape },
  {
    header: 'RESULT',
    rank: 9,
    cell: ({ result, exitStatus }) => (result === 'failed' ? `failed, ${exitStatus}` : result),
  },
  { header: 'SECONDS', rank: 5, kind: 'number', cell: ({ ms }) => (ms / 1000).toFixed(1) },
  { header: 'DESCRIPTION', rank: 6, kind: 'prose', cell: ({ about, reason }) => reason ?? about },
]

/** Formats the table of shapes, below the output of failed ones. */
export const matrixView: View<readonly ShapeResult[]> = (results, looks) => {
  const failed = results.filter(({ result }) => result === 'failed')
  return [...failed.map((one) => failedShape(one, looks)), table(results, columns, looks)].join('\n\n')
}

const MOST_LINES = 200

const failedShape: View<ShapeResult> = ({ shape, exitStatus: end, output }, { style }) => {
  const shown = output.slice(-MOST_LINES).map(escapeForeign)
  const left = output.length - shown.length
  const cut =
    left === 0 ? [] : [style.dim(`(${counted(left, 'earlier line')} hidden, --only ${shape} --json shows all)`)]
  const lines = shown.some((line) => line !== '') ? shown : [style.dim('(no output)')]
  return [style.red(`${shape} failed with ${end}:`), ...cut, ...lines].join('\n')
}

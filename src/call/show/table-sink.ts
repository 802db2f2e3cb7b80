import type { NamedRegion } from '../../selection/region.ts'
import { columnWithin, table, type Column } from '../../terminal/table.ts'
import { cellText } from '../../text/csv.ts'
import { escapeForeign } from '../../text/escape.ts'
import { valueAt } from '../../text/paths.ts'
import type { Looks, View } from '../../views/view.ts'
import { withRows } from '../send/rows.ts'
import type { Answer } from '../send/strategy.ts'
import { checkShown } from './check-shown.ts'
import type { Sink, SinkTools } from './sink.ts'

interface TaggedRow {
  readonly row: unknown
  readonly region: NamedRegion | null
}

/**
 * Writes terminal output: the endpoint's view, or a table with `--fields`. In a pipe each page is written as it arrives; on a terminal all
 * rows are kept until the end, because the widest cell sets the width. Rows of several regions share one table with a column REGION.
 */
export function tableSink(tools: SinkTools, view: View<unknown>): Sink {
  const { screen, isFanOut, isWalk, isLive } = tools
  const { looks } = screen
  const columns = ownColumns(tools, view)
  const waits = looks.width > 0 && !isLive && (columns !== null || isWalk)
  const kept: TaggedRow[] = []
  let shown = 0
  let last: Answer | null = null
  let region: NamedRegion | null = null

  const showTable = (rows: readonly TaggedRow[]) => {
    if (columns !== null && rows.length > 0) {
      screen.show(table(rows, columns, looks))
    }
  }
  const showText = (answer: Answer) => {
    // A response that is not JSON is written on separate lines.
    if (answer.result.body === null && !isFanOut) {
      const isRaw = tools.response === null && looks.width === 0
      return isRaw ? tools.terminal.outBytes(answer.result.bytes) : tools.terminal.out(plainText(answer))
    }
    const text = formatText(view, { answer, isWalk, isLive, looks })
    screen.show(isFanOut ? prefixed(text, region) : text)
  }
  return {
    isLate: waits,
    begin: (next) => void (region = next),
    answer(answer) {
      if (tools.fields === null) checkShown(answer, tools)
      last = answer
      const rows = answer.rows.map((row) => ({ row, region }))
      if (waits) kept.push(...rows)
      else if (columns !== null) showTable(rows)
      else if (rows.length > 0 || !isWalk) showText(answer)
      if (!waits) shown += rows.length
    },
    finish: () => {},
    fail: () => false,
    end() {
      if (columns !== null) return showTable(kept)
      if (last === null || !isWalk || isFanOut || (kept.length === 0 && shown > 0)) return
      showText({ ...last, rows: kept.map(({ row }) => row) })
    },
  }
}

/** Returns the columns of the table; null if the endpoint's view is used. */
function ownColumns({ fields, isFanOut }: SinkTools, view: View<unknown>): readonly Column<TaggedRow>[] | null {
  const columns = fields === null ? viewColumns(view) : fields.map(fieldColumn)
  if (columns === null || (fields === null && !isFanOut)) return null
  return isFanOut ? [regionColumn, ...columns] : columns
}

interface ShownAnswer {
  readonly answer: Answer
  readonly isWalk: boolean
  readonly isLive: boolean
  readonly looks: Looks
}

function formatText(view: View<unknown>, { answer, isWalk, isLive, looks }: ShownAnswer): string {
  const { result, rows, place } = answer
  if (result.body === null) return plainText(answer)
  if (isLive) return view({ ...(result.body as object), nextCursor: undefined }, looks)
  if (!isWalk) return view(result.body, looks)
  // A page number means nothing for a list over pages, and views leave the line out if the total is unknown (P5).
  const body = withRows(result.body, rows, place)
  return view(typeof body === 'object' && body !== null ? { ...body, totalCount: undefined } : body, looks)
}

function plainText({ result: { bytes } }: Answer): string {
  return escapeForeign(Buffer.from(bytes).toString('utf8'))
}

/** Adds the region to each line of a view that is not a plain table. */
function prefixed(text: string, region: NamedRegion | null): string {
  return text.replace(/^/gm, `${escapeForeign(region?.code ?? '')}\t`)
}

const regionColumn: Column<TaggedRow> = { header: 'REGION', rank: 10, cell: ({ region }) => region?.code ?? '–' }

function fieldColumn(path: string): Column<TaggedRow> {
  return { header: path.toUpperCase(), kind: 'unknown', cell: ({ row }) => cellText(valueAt(row, path)) || '–' }
}

/** Returns the columns of a list view (views/view.ts); null for any other. */
function viewColumns(view: View<unknown>): readonly Column<TaggedRow>[] | null {
  if (!('columns' in view)) return null
  // A list view's columns match the rows of its endpoint's responses, and only those arrive.
  const own = view.columns as readonly Column<unknown>[]
  return own.map((column) => columnWithin(column, ({ row }: TaggedRow) => row))
}

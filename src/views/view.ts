import type { Style } from '../terminal/style.ts'
import type { Column, TableLooks } from '../terminal/table.ts'

/** Properties of the output where a view is shown. */
export interface Looks extends TableLooks {
  readonly style: Style
}

/** Formats data as text, without streams or a clock. The view escapes untrusted text. */
export type View<Body> = (body: Body, looks: Looks) => string

/** A view of rows that also lists its columns, so that one table can show rows from several responses. */
export interface ListView<Body, Row> extends View<Body> {
  readonly columns: readonly Column<Row>[]
}

export function listView<Body, Row>(columns: readonly Column<Row>[], view: View<Body>): ListView<Body, Row> {
  return Object.assign((body: Body, looks: Looks) => view(body, looks), { columns })
}

import type { Style } from '../terminal/style.ts'
import type { Column, TableLooks } from '../terminal/table.ts'

/** How the place looks where a view is shown. */
export interface Looks extends TableLooks {
  readonly style: Style
}

/** Data to text for a person, pure: no streams, no clock. Foreign text in it is escaped. */
export type View<Body> = (body: Body, looks: Looks) => string

/** A view of rows that also names its columns, so that rows of several answers can stand in one table. */
export interface ListView<Body, Row> extends View<Body> {
  readonly columns: readonly Column<Row>[]
}

export function listView<Body, Row>(columns: readonly Column<Row>[], view: View<Body>): ListView<Body, Row> {
  return Object.assign((body: Body, looks: Looks) => view(body, looks), { columns })
}

import type { Style } from '../terminal/style.ts'

/** How the place looks where a view is shown. */
export interface Looks {
  /** Columns of the terminal; 0 when output is piped. */
  readonly width: number
  readonly style: Style
}

/** Data to text for a person, pure: no streams, no clock. Foreign text in it is escaped. */
export type View<Body> = (body: Body, looks: Looks) => string

import type { Store } from '../../control/contract.ts'
import type { ControlTools } from '../control/control-tools.ts'
import type { Note } from '../portal/note.ts'

/** A developer's request for a page of the explorer. */
export interface ExplorerVisit {
  readonly tools: ControlTools
  readonly store: Store
  readonly url: URL
  /** Scripts that tie the session, if it is not tied yet. */
  readonly scripts: readonly string[]
  /** Result of a button. */
  readonly note: Note | null
}

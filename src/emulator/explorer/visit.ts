import type { Store } from '../../control/contract.ts'
import type { ControlTools } from '../control/control-tools.ts'
import type { Note } from '../portal/note.ts'

/** A developer on a page of the explorer. */
export interface ExplorerVisit {
  readonly tools: ControlTools
  readonly store: Store
  readonly url: URL
  /** The scripts that tie the session, where it is not tied yet. */
  readonly scripts: readonly string[]
  /** The result of a button. */
  readonly note: Note | null
}

import type { RequestRow } from '../../control/contract.ts'
import type { Snapshot } from '../../control/snapshot.ts'
import type { Queue } from '../deliveries/queue.ts'
import type { UndoTools } from '../undo/undo.ts'
import type { World } from '../world.ts'

/** Each raises what the work of the same name raises. */
export interface SnapshotTools {
  readonly list: () => Snapshot[]
  readonly save: (name: unknown) => Snapshot
  readonly load: (name: string) => Promise<Snapshot>
  readonly remove: (name: string) => void
}

/** What the control interface works with beside the world. */
export interface ControlTools {
  readonly world: World
  readonly queue: Queue
  readonly token: string
  readonly pid: number
  readonly version: string
  readonly startedAt: Date
  /** API calls and exchanges that were seen, newest first. */
  readonly requests: () => RequestRow[]
  readonly reset: () => Promise<void>
  readonly snapshots: SnapshotTools
  readonly undo: UndoTools
  /** Ends the process, or the emulator inside a test, after the answer. */
  readonly stop: () => void
}

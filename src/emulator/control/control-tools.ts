import type { RequestRow } from '../../control/contract.ts'
import type { Snapshot } from '../../control/snapshot.ts'
import type { EmulatorContext } from '../context.ts'
import type { Queue } from '../deliveries/queue.ts'
import type { UndoTools } from '../undo/undo.ts'

/** Each method raises the errors of the function with the same name. */
export interface SnapshotTools {
  readonly list: () => Snapshot[]
  readonly save: (name: unknown) => Snapshot
  readonly load: (name: string) => Promise<Snapshot>
  readonly remove: (name: string) => void
}

/** Dependencies of the control interface, in addition to the context. */
export interface ControlTools {
  readonly context: EmulatorContext
  readonly queue: Queue
  readonly token: string
  readonly pid: number
  readonly version: string
  readonly startedAt: Date
  /** Recorded API calls and exchanges, newest first. */
  readonly requests: () => RequestRow[]
  readonly reset: () => Promise<void>
  readonly snapshots: SnapshotTools
  readonly undo: UndoTools
  /** Stops the process, or the emulator inside a test, after the response. */
  readonly stop: () => void
}

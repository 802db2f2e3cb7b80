import type { Step } from '../../control/undo.ts'

/** The changes of a step to one database. */
export interface StepPart {
  /** The id of the store to which the database belongs; null for the registry. */
  readonly storeId: number | null
  /** In the format of SQLite's sessions. */
  readonly changeset: Uint8Array
}

/** The data that takes a step back. */
export type HowBack = ChangedRows | KeptFolder | KeptInMemory

export interface ChangedRows {
  readonly kind: 'rows'
  readonly parts: readonly StepPart[]
  readonly created: readonly CreatedStore[]
}

/** A store's database that a step has created. */
export interface CreatedStore {
  readonly storeId: number
  /** The name of its file in the stores' folder. */
  readonly file: string
}

/** A replaced state as a whole, in a folder. */
export interface KeptFolder {
  readonly kind: 'folder'
  /** The name of the folder from which it can be restored. */
  readonly staged: string
  readonly bytes: number
}

/** A replaced state of an emulator in memory. */
export interface KeptInMemory {
  readonly kind: 'memory'
  readonly bytes: number
  /** Makes it the present state again. Raises `storage.*`. */
  readonly bringBack: () => void
  /** Frees its memory. */
  readonly forget: () => void
}

export interface NewStep extends Omit<Step, 'id'> {
  readonly how: HowBack
}

export type KeptStep = NewStep & { readonly id: number }

/** How far a step is. `open`: its changes are not all committed yet. `undo`: it is being taken back. */
export type Phase = 'open' | 'done' | 'undo'

/** A step in the history. */
export interface StepEntry {
  readonly id: number
  readonly phase: Phase
  readonly kind: HowBack['kind']
  /** Its size in memory or on the disk. */
  readonly bytes: number
}

/** Where steps are kept: in memory, or in files that outlive the process. */
export interface StepKeep {
  /** The steps that are already there, oldest first. */
  readonly found: readonly StepEntry[]
  /** Keeps a new step in the phase `open`, above the one with the id `below`. Raises the errors of the system; then the step is not kept. */
  readonly write: (id: number, below: number, step: NewStep) => StepEntry
  /** Raises an error for a step that is not as it was written. */
  readonly read: (entry: StepEntry) => KeptStep
  /** The facts of a step, without the data that takes it back. */
  readonly facts: (entry: StepEntry) => Step
  /** The name of the folder with a whole state; null where it cannot be read. */
  readonly stagedIn: (entry: StepEntry) => string | null
  readonly move: (entry: StepEntry, phase: Phase) => StepEntry
  /** Removes the newest step, which is taken back or never happened. */
  readonly pop: (entry: StepEntry) => void
  /** Removes the oldest step. */
  readonly drop: (entry: StepEntry) => void
  readonly close: () => void
}

import type { Step } from '../../control/undo.ts'

/** Changes of an operation to one database. */
export interface StepPart {
  /** Id of the database's store; null for the registry. */
  readonly storeId: number | null
  /** In the format of SQLite sessions. */
  readonly changeset: Uint8Array
}

/** Data that reverts an operation. */
export type HowBack = ChangedRows | KeptFolder | KeptInMemory

export interface ChangedRows {
  readonly kind: 'rows'
  readonly parts: readonly StepPart[]
  readonly created: readonly CreatedStore[]
}

/** Store database that an operation has created. */
export interface CreatedStore {
  readonly storeId: number
  /** Name of its file in the stores' folder. */
  readonly file: string
}

/** A replaced whole state, in a folder. */
export interface KeptFolder {
  readonly kind: 'folder'
  /** Name of the folder from which the state can be restored. */
  readonly staged: string
  readonly bytes: number
}

/** A replaced state of an emulator in memory. */
export interface KeptInMemory {
  readonly kind: 'memory'
  readonly bytes: number
  /** Makes it the current state again. Raises `storage.*`. */
  readonly bringBack: () => void
  /** Frees its memory. */
  readonly forget: () => void
}

export interface NewStep extends Omit<Step, 'id'> {
  readonly how: HowBack
}

export type KeptStep = NewStep & { readonly id: number }

/** Progress of an operation. `open`: not all changes are committed yet. `undo`: it is being undone. */
export type Phase = 'open' | 'done' | 'undo'

/** Operation in the history. */
export interface StepEntry {
  readonly id: number
  readonly phase: Phase
  readonly kind: HowBack['kind']
  /** Size in memory or on disk. */
  readonly bytes: number
}

/** Stores operations in memory, or in files that outlive the process. */
export interface StepKeep {
  /** Operations that already exist, oldest first. */
  readonly found: readonly StepEntry[]
  /** Stores a new operation in the phase `open`, above the one with the id `below`. Raises system errors; then the operation is not stored. */
  readonly write: (id: number, below: number, step: NewStep) => StepEntry
  /** Reads an operation. Raises an error if it was changed since it was written. */
  readonly read: (entry: StepEntry) => KeptStep
  /** Returns the facts of an operation, without the data that reverts it. */
  readonly facts: (entry: StepEntry) => Step
  /** Returns the name of the folder with a whole state, or null if it cannot be read. */
  readonly stagedIn: (entry: StepEntry) => string | null
  readonly move: (entry: StepEntry, phase: Phase) => StepEntry
  /** Removes the newest operation, which was undone or never happened. */
  readonly pop: (entry: StepEntry) => void
  /** Removes the oldest operation. */
  readonly drop: (entry: StepEntry) => void
  readonly close: () => void
}

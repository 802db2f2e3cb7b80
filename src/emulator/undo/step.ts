import type { Step } from '../../control/undo.ts'

/** What one database is otherwise after a step. */
export interface StepPart {
  /** Id of the store whose database it is; null for the registry. */
  readonly storeId: number | null
  /** As a session of SQLite gives it. */
  readonly changeset: Uint8Array
}

/** What takes a step back. */
export type HowBack = ChangedRows | KeptFolder | KeptInMemory

export interface ChangedRows {
  readonly kind: 'rows'
  readonly parts: readonly StepPart[]
  readonly created: readonly CreatedStore[]
}

/** A store's database that a step has made. */
export interface CreatedStore {
  readonly storeId: number
  /** Name of its file in the stores' folder. */
  readonly file: string
}

/** A whole state that another one has taken the place of, in a folder. */
export interface KeptFolder {
  readonly kind: 'folder'
  /** Name of the folder from which it can be brought back. */
  readonly staged: string
  readonly bytes: number
}

/** The same of an emulator in memory. */
export interface KeptInMemory {
  readonly kind: 'memory'
  readonly bytes: number
  /** Makes it the present one again. Raises `storage.*`. */
  readonly bringBack: () => void
  /** Gives its place back. */
  readonly forget: () => void
}

export interface NewStep extends Omit<Step, 'id'> {
  readonly how: HowBack
}

export type KeptStep = NewStep & { readonly id: number }

/** Where a step stands. `open`: what it does is not all committed yet. `undo`: it is being taken back. */
export type Phase = 'open' | 'done' | 'undo'

/** A step as it lies somewhere. */
export interface StepEntry {
  readonly id: number
  readonly phase: Phase
  readonly kind: HowBack['kind']
  /** Of memory or of the disk. */
  readonly bytes: number
}

/** Where steps are kept: in memory, or in files that outlive the process. */
export interface StepKeep {
  /** What is there already, the oldest first. */
  readonly found: readonly StepEntry[]
  /** Keeps a new step above that of the id `below`, open. Raises what the system raises, and then it is not kept. */
  readonly write: (id: number, below: number, step: NewStep) => StepEntry
  /** Raises an error for one that is not as it was written. */
  readonly read: (entry: StepEntry) => KeptStep
  /** The same without what takes it back. */
  readonly facts: (entry: StepEntry) => Step
  /** Name of the folder of a whole state; null where it cannot be read. */
  readonly stagedIn: (entry: StepEntry) => string | null
  readonly move: (entry: StepEntry, phase: Phase) => StepEntry
  /** The newest goes: it is taken back, or never was. */
  readonly pop: (entry: StepEntry) => void
  /** The oldest falls away. */
  readonly drop: (entry: StepEntry) => void
  readonly close: () => void
}

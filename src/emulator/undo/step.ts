import type { Step } from '../../control/undo.ts'

/** Changes of an operation to one database. */
export interface StepPart {
  /** Id of the database's store; null for the registry. */
  readonly storeId: number | null
  /** In the format of SQLite sessions. */
  readonly changeset: Uint8Array
}

/** Data that reverts an operation. */
export type HowBack = ChangedRows | KeptState

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

/** A whole state that an operation replaced. */
export interface KeptState {
  readonly kind: 'state'
  /** Size in memory or on disk. */
  readonly bytes: number
  readonly isOnDisk: boolean
  /** Makes it the current state again. No statement may be in progress in the databases. Raises `storage.*`. */
  readonly bringBack: () => void
  /** Frees its memory or disk space. */
  readonly forget: () => void
}

export interface NewStep extends Omit<Step, 'id'> {
  readonly how: HowBack
}

export type KeptStep = NewStep & { readonly id: number }

import type { DatabaseSync, Session } from 'node:sqlite'

import type { CreatedStore, StepPart } from './step.ts'

/** What was written between begin and commit. */
export interface Recorded {
  readonly parts: readonly StepPart[]
  /** Stores whose databases were created meanwhile; their content is not recorded row by row. */
  readonly created: readonly CreatedStore[]
  readonly events: readonly string[]
}

/** Holds back the transactions of a step and records its changes. Costs nothing outside of a step. */
export interface Recorder {
  readonly isOn: () => boolean
  readonly begin: (registry: DatabaseSync) => void
  /** Called before the database of a store is created. */
  readonly creating: (store: CreatedStore) => void
  /** Called for each store's database that the step uses. */
  readonly touch: (storeId: number, db: DatabaseSync) => void
  readonly noteEvent: (eventId: string) => void
  /** What was written so far, before it is committed. Raises the errors of SQLite. */
  readonly recorded: () => Recorded
  /**
   * Commits in all databases and ends the recording. Raises the error of SQLite for the first database that cannot commit; those after it are not committed
   * then.
   */
  readonly commit: () => void
}

interface WatchedDatabase {
  readonly storeId: number | null
  readonly db: DatabaseSync
  readonly session: Session
  /** Whether the recorder began the transaction and must end it. */
  readonly isOurs: boolean
}

export interface RecorderTools {
  /** Called before a step creates the database of a store, so that a start can remove a half-made one. */
  readonly onCreating: (file: string) => void
}

/**
 * Records with sessions of SQLite, which keep old values in memory, so that no write of the step costs a second write to the disk. The transactions of the work
 * become parts of one transaction in each database. So there is a moment at which all of the step is known and none of it is committed.
 */
export function createRecorder({ onCreating }: RecorderTools): Recorder {
  let watched: WatchedDatabase[] | null = null
  let created: CreatedStore[] = []
  let events: string[] = []
  const watch = (storeId: number | null, db: DatabaseSync) => {
    const isOurs = !db.isTransaction
    if (isOurs) db.exec('BEGIN IMMEDIATE')
    watched?.push({ storeId, db, session: db.createSession(), isOurs })
  }
  return {
    isOn: () => watched !== null,
    begin: (registry) => {
      watched = []
      created = []
      events = []
      try {
        watch(null, registry)
      } catch (error) {
        watched = null
        throw error
      }
    },
    creating: (store) => {
      if (watched === null) return
      created.push(store)
      onCreating(store.file)
    },
    touch: (storeId, db) => {
      if (watched === null || watched.some((one) => one.storeId === storeId)) return
      if (!created.some((one) => one.storeId === storeId)) watch(storeId, db)
    },
    noteEvent: (eventId) => {
      if (watched !== null) events.push(eventId)
    },
    recorded: () => {
      const parts = (watched ?? []).map(({ storeId, session }) => ({ storeId, changeset: session.changeset() }))
      return { parts: parts.filter(({ changeset }) => changeset.byteLength > 0), created, events }
    },
    commit: () => {
      const all = watched ?? []
      watched = null
      for (const { session } of all) session.close()
      try {
        // The registry commits last, so that the rows of a store are there before anything is sent for them.
        for (const { db, isOurs } of all.toReversed()) if (isOurs && db.isTransaction) db.exec('COMMIT')
      } finally {
        for (const { db, isOurs } of all) if (isOurs && db.isTransaction) db.exec('ROLLBACK')
      }
    },
  }
}

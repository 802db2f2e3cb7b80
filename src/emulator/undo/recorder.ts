import type { DatabaseSync, Session } from 'node:sqlite'

import type { CreatedStore, StepPart } from './step.ts'

/** Changes written between begin and commit. */
export interface Recorded {
  readonly parts: readonly StepPart[]
  /** Stores whose databases were created meanwhile. Their content is not recorded row by row. */
  readonly created: readonly CreatedStore[]
  readonly events: readonly string[]
}

/** Delays the transactions of an operation and records its changes. Costs nothing outside an operation. */
export interface Recorder {
  readonly isOn: () => boolean
  readonly begin: (registry: DatabaseSync) => void
  /** Called before a store's database is created. */
  readonly creating: (store: CreatedStore) => void
  /** Called for each store database that the operation uses. */
  readonly touch: (storeId: number, db: DatabaseSync) => void
  readonly noteEvent: (eventId: string) => void
  /** Returns the uncommitted changes so far. Raises SQLite errors. */
  readonly recorded: () => Recorded
  /**
   * Commits in all databases and ends the recording. Raises the SQLite error of the first database
   * that cannot commit. The databases after it are then not committed.
   */
  readonly commit: () => void
}

interface WatchedDatabase {
  readonly storeId: number | null
  readonly db: DatabaseSync
  readonly session: Session
  /** True if the recorder began the transaction and must end it. */
  readonly isOurs: boolean
}

export interface RecorderTools {
  /** Called before an operation creates a store's database, so that a start can remove an incomplete one. */
  readonly onCreating: (file: string) => void
}

/**
 * Records with SQLite sessions, which keep old values in memory, so that no write needs a second disk write. The transactions of
 * the work become parts of one transaction per database, so at one moment the whole operation is known and nothing is committed.
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
        // The registry commits last, so that a store's rows exist before any delivery for them is sent.
        for (const { db, isOurs } of all.toReversed()) if (isOurs && db.isTransaction) db.exec('COMMIT')
      } finally {
        for (const { db, isOurs } of all) if (isOurs && db.isTransaction) db.exec('ROLLBACK')
      }
    },
  }
}

import type { DatabaseSync, Session } from 'node:sqlite'

import type { CreatedStore, StepPart } from './step.ts'

/** What was written between begin and commit. */
export interface Recorded {
  readonly parts: readonly StepPart[]
  /** Stores whose databases were made meanwhile: what is in them is not kept row by row. */
  readonly created: readonly CreatedStore[]
  readonly events: readonly string[]
}

/** Holds what a step writes in transactions, and writes down what it changes. Outside of a step it costs nothing. */
export interface Recorder {
  readonly isOn: () => boolean
  readonly begin: (registry: DatabaseSync) => void
  /** Told before the database of a store is made. */
  readonly creating: (store: CreatedStore) => void
  /** Told of each store's database that is asked for. */
  readonly touch: (storeId: number, db: DatabaseSync) => void
  readonly noteEvent: (eventId: string) => void
  /** What was written so far, before it is committed. Raises what SQLite raises. */
  readonly recorded: () => Recorded
  /** Commits in all databases and ends it. Raises what SQLite raises for the first that cannot; then none after it is committed. */
  readonly commit: () => void
}

interface Watched {
  readonly storeId: number | null
  readonly db: DatabaseSync
  readonly session: Session
  /** Whether the transaction is ours to end. */
  readonly isOurs: boolean
}

export interface RecorderTools {
  /** Told before the database of a store is made within a step, so that a start can remove half of one. */
  readonly onCreating: (file: string) => void
}

/**
 * By sessions of SQLite: they keep old values in memory, so that no write of the step costs a second one on the disk. The transactions of the work become parts
 * of one in each database, so that there is a moment at which all of the step is known and nothing of it is committed.
 */
export function createRecorder({ onCreating }: RecorderTools): Recorder {
  let watched: Watched[] | null = null
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
        // The registry last: what a store has written is there before anything is sent for it.
        for (const { db, isOurs } of all.toReversed()) if (isOurs && db.isTransaction) db.exec('COMMIT')
      } finally {
        for (const { db, isOurs } of all) if (isOurs && db.isTransaction) db.exec('ROLLBACK')
      }
    },
  }
}

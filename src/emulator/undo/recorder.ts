import type { DatabaseSync, Session } from 'node:sqlite'

import { readInteger } from '../../storage/statements.ts'
import { revertInterrupted, writeLastStep } from './last-step.ts'
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
  /** Raises SQLite errors. */
  readonly begin: (registry: DatabaseSync) => void
  /** Called before a store's database is created. */
  readonly creating: (store: CreatedStore) => void
  /** Called for each store database that the operation uses. */
  readonly touch: (storeId: number, db: DatabaseSync) => void
  readonly noteEvent: (eventId: string) => void
  /** Returns the uncommitted changes so far. Raises SQLite errors. */
  readonly recorded: () => Recorded
  /**
   * Commits in all databases and ends the recording. `recorded` are the changes; null if they are unknown. Raises the SQLite
   * error of the first database that cannot commit. Known changes are then in no database, and temporary triggers are gone.
   */
  readonly commit: (recorded: Recorded | null) => void
  /** Rolls back in all databases and ends the recording. */
  readonly abandon: () => void
}

interface WatchedDatabase {
  readonly storeId: number | null
  readonly db: DatabaseSync
  readonly session: Session
  /** True if the recorder began the transaction and must end it. */
  readonly isOurs: boolean
}

/**
 * Records with SQLite sessions, which keep old values in memory, so that no write needs a second disk write. The transactions of
 * the work become parts of one transaction per database, so at one moment the whole operation is known and nothing is committed.
 */
export function createRecorder(): Recorder {
  let watched: WatchedDatabase[] | null = null
  let created: CreatedStore[] = []
  let newestStore = 0
  let events: string[] = []
  const watch = (storeId: number | null, db: DatabaseSync) => {
    const isOurs = !db.isTransaction
    if (isOurs) db.exec('BEGIN IMMEDIATE')
    watched?.push({ storeId, db, session: db.createSession(), isOurs })
  }
  /** Databases of an operation that was committed only in some of them. */
  let halves: readonly WatchedDatabase[] = []
  const revertHalves = () => {
    const registry = halves.find(({ storeId }) => storeId === null)?.db
    for (const { db, storeId } of halves)
      if (registry?.isOpen && db.isOpen && storeId !== null) revertInterrupted(registry, db)
    halves = []
  }
  const end = () => {
    const all = watched ?? []
    watched = null
    for (const { session } of all) session.close()
    return all
  }
  return {
    isOn: () => watched !== null,
    begin: (registry) => {
      revertHalves()
      newestStore = readInteger(registry, 'SELECT max(id) FROM stores')
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
      // An earlier store whose database is created only now is watched, because it stays if the operation is undone.
      if (watched !== null && store.storeId > newestStore) created.push(store)
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
    commit: (recorded) => {
      const all = end()
      try {
        // A full disk ends a transaction, and the others must not be committed without it.
        if (all.some(({ db, isOurs }) => isOurs && !db.isTransaction)) throw new Error('SQLite ended a transaction.')
        if (recorded !== null) numberStep(all, recorded)
        // The registry commits last, so that a store's rows exist before any delivery for them is sent.
        for (const { db, isOurs } of all.toReversed()) if (isOurs) db.exec('COMMIT')
      } catch (error) {
        rollBack(all)
        halves = all
        try {
          revertHalves()
        } catch {
          // The next operation tries again.
        }
        throw error
      }
    },
    abandon: () => rollBack(end()),
  }
}

/** An operation in one database needs no number, because its commit is complete or does not exist. */
function numberStep(all: readonly WatchedDatabase[], { parts }: Recorded): void {
  const registry = all.find(({ storeId }) => storeId === null)
  const stores = all.flatMap(({ storeId, db, isOurs }) => {
    const part = storeId === null || !isOurs ? undefined : parts.find((one) => one.storeId === storeId)
    return part === undefined ? [] : [{ db, changeset: part.changeset }]
  })
  if (registry !== undefined && stores.length > 0 && parts.length > 1) writeLastStep(registry.db, stores)
}

function rollBack(all: readonly WatchedDatabase[]): void {
  for (const { db, isOurs } of all) if (isOurs && db.isTransaction) db.exec('ROLLBACK')
}

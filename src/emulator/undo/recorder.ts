import type { DatabaseSync, Session } from 'node:sqlite'

/** What one database is otherwise after a step. */
export interface StepPart {
  /** Id of the store whose database it is; null for the registry. */
  readonly storeId: number | null
  /** As a session of SQLite gives it. */
  readonly changeset: Uint8Array
}

/** What was written between begin and end. */
export interface Recorded {
  readonly parts: readonly StepPart[]
  /** Stores whose databases were made meanwhile: what is in them is not kept row by row. */
  readonly created: readonly number[]
  readonly events: readonly string[]
}

/** Writes down what a step changes. Outside of one it costs nothing. */
export interface Recorder {
  readonly isOn: () => boolean
  readonly begin: (registry: DatabaseSync) => void
  /** Told of each store's database that is asked for; `isNew` where this has made it. */
  readonly touch: (storeId: number, db: DatabaseSync, isNew: boolean) => void
  readonly noteEvent: (eventId: string) => void
  /** Ends it. Raises what SQLite raises. */
  readonly end: () => Recorded
}

/** By sessions of SQLite: they keep old values in memory, so that no write of the step costs a second one on the disk. */
export function createRecorder(): Recorder {
  let sessions: Map<number | null, Session> | null = null
  let created: number[] = []
  let events: string[] = []
  return {
    isOn: () => sessions !== null,
    begin: (registry) => {
      sessions = new Map([[null, registry.createSession()]])
      created = []
      events = []
    },
    touch: (storeId, db, isNew) => {
      if (sessions === null || sessions.has(storeId) || created.includes(storeId)) return
      if (isNew) created.push(storeId)
      else sessions.set(storeId, db.createSession())
    },
    noteEvent: (eventId) => {
      if (sessions !== null) events.push(eventId)
    },
    end: () => {
      const open = sessions ?? new Map<number | null, Session>()
      sessions = null
      const parts: StepPart[] = []
      for (const [storeId, session] of open) {
        const changeset = session.changeset()
        session.close()
        if (changeset.length > 0) parts.push({ storeId, changeset })
      }
      return { parts, created, events }
    },
  }
}

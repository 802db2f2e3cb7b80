import { DatabaseSync } from 'node:sqlite'

import type { Journal } from '../../journal/journal.ts'
import type { DoctorFacts } from './facts.ts'

/** The journal, opened for reading only: a check must neither create it nor change its schema. Raises what SQLite raises. */
export function lookIntoJournal<T>({ context, readable }: DoctorFacts, work: (journal: Journal) => T): T {
  const db = new DatabaseSync(context.paths.journalDb, { readOnly: true })
  try {
    db.exec('PRAGMA busy_timeout = 1000')
    return work({ db, appKey: readable?.config.key ?? '', close: () => db.close() })
  } finally {
    db.close()
  }
}

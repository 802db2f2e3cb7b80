import { DatabaseSync } from 'node:sqlite'

import type { Journal } from '../../journal/journal.ts'
import { journalSchema } from '../../journal/schema.ts'
import { requireVersion } from '../../storage/database.ts'
import type { DoctorFacts } from './facts.ts'

/** Opens the journal read-only, because a check must neither create it nor change its schema. Raises SQLite's errors, and `storage.*` for another version. */
export function lookIntoJournal<T>({ context, readable }: DoctorFacts, work: (journal: Journal) => T): T {
  const { journalDb } = context.paths
  const db = new DatabaseSync(journalDb, { readOnly: true, timeout: 1000 })
  try {
    requireVersion(db, journalDb, journalSchema)
    return work({ db, appKey: readable?.config.key ?? '', close: () => db.close() })
  } finally {
    db.close()
  }
}

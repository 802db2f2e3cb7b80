import { statSync } from 'node:fs'

import { AppError } from '../../../errors.ts'
import { messageOf } from '../../../errors/thrown.ts'
import { openJournalSafely } from '../../../journal/open-safely.ts'
import { whyNotOpened } from '../../../storage/database.ts'
import { QUICK_CHECK_UP_TO_BYTES, quickCheck } from '../../../storage/quick-check.ts'
import { readInteger } from '../../../storage/statements.ts'
import { failed, ok, skipped, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'
import { lookIntoJournal } from '../read-journal.ts'

export const journal: Check = {
  id: 'journal',
  group: 'events',
  title: 'journal',
  run: (facts) => {
    const { paths } = facts.context
    const stat = statSync(paths.journalDb, { throwIfNoEntry: false })
    if (stat === undefined) return skipped('nothing recorded yet')
    // SQLite accepts an empty file as a new database (R7).
    if (stat.size === 0) return broken(facts, 'the file is empty')
    try {
      return sound(facts, stat.size)
    } catch (error) {
      if (error instanceof AppError) throw error
      const denied = whyNotOpened(paths.journalDb, error)
      if (denied !== undefined) throw denied
      return broken(facts, messageOf(error))
    }
  },
}

function sound(facts: DoctorFacts, bytes: number): CheckResult {
  const isWhole = bytes <= QUICK_CHECK_UP_TO_BYTES
  const { verdict, deliveries } = lookIntoJournal(facts, ({ db }) => ({
    verdict: isWhole ? quickCheck(db) : 'ok',
    deliveries: readInteger(db, 'SELECT count(*) FROM deliveries'),
  }))
  if (verdict !== 'ok') return broken(facts, verdict)
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`
  const how = isWhole ? 'all pages are valid' : 'too large to check every page'
  return ok(`${deliveries} ${deliveries === 1 ? 'delivery' : 'deliveries'} in ${size}, ${how}`, {
    details: { bytes, deliveries },
  })
}

function broken(facts: DoctorFacts, why: string): CheckResult {
  const { paths, now } = facts.context
  const found = `${paths.journalDb} is damaged: ${why}`
  if (facts.session !== null) return failed(found, { remedy: 'Stop `app dev`, then run `app doctor --fix`.' })
  return failed(found, {
    remedy: 'Run `app doctor --fix` or `app dev` to move the file away and start a new journal',
    fix: () => {
      const opened = openJournalSafely({ path: paths.journalDb, appKey: '', now: now() })
      opened.journal.close()
      return opened.movedTo === null
        ? 'the journal can be opened again'
        : `moved to ${opened.movedTo}, and started a new journal`
    },
  })
}

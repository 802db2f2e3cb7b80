import type { Journal } from '../journal/journal.ts'
import { openJournalSafely } from '../journal/open-safely.ts'
import type { DevContext } from './context.ts'
import { reportAttemptsElsewhere } from './deliveries/attempts-elsewhere.ts'
import { reportHeld } from './deliveries/report-held.ts'
import { keepWithinBounds } from './deliveries/retention.ts'

/** Opens the session's journal, prunes it regularly and watches it for rows of other processes. Raises the errors of `openJournalSafely`. */
export function openSessionJournal(dev: DevContext): Journal {
  const { paths, now } = dev.tools
  const appKey = dev.options.project.config.key
  const { journal, movedTo } = openJournalSafely({ path: paths.journalDb, appKey, now: now() })
  dev.atEnd(journal.close)
  if (movedTo !== null)
    dev.emit({
      event: 'notice',
      text: `The journal was damaged and moved to ${movedTo}. A new one was started.`,
    })
  keepWithinBounds(dev, journal)
  reportAttemptsElsewhere(dev, journal)
  reportHeld(dev, journal)
  return journal
}

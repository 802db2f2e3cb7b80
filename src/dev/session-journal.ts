import type { Journal } from '../journal/journal.ts'
import { openJournalSafely } from '../journal/open-safely.ts'
import { tellAttemptsElsewhere } from './deliveries/attempts-elsewhere.ts'
import { keepWithinBounds } from './deliveries/retention.ts'
import { tellHeld } from './deliveries/tell-held.ts'
import type { Stage } from './stage.ts'

/** Opens the session's journal, prunes it regularly and watches it for rows of other processes. Raises the errors of `openJournalSafely`. */
export function openSessionJournal(stage: Stage): Journal {
  const { paths, now } = stage.tools
  const appKey = stage.options.project.config.key
  const { journal, movedTo } = openJournalSafely({ path: paths.journalDb, appKey, now: now() })
  stage.atEnd(journal.close)
  if (movedTo !== null)
    stage.emit({
      event: 'notice',
      text: `The journal was damaged and moved to ${movedTo}. A new one was started.`,
    })
  keepWithinBounds(stage, journal)
  tellAttemptsElsewhere(stage, journal)
  tellHeld(stage, journal)
  return journal
}

import type { Journal } from '../journal/journal.ts'
import { openJournalSafely } from '../journal/open-safely.ts'
import { requireFreeAppPort } from './processes/app.ts'
import { tellAttemptsElsewhere } from './processes/attempts-elsewhere.ts'
import { keepWithinBounds } from './processes/retention.ts'
import { tellHeld } from './processes/tell-held.ts'
import type { Stage } from './stage.ts'
import { requireTrust } from './trust.ts'

/** What must be ours alone before anything is started. */
export async function openHouse(stage: Stage): Promise<Journal> {
  const { tools, options, atEnd } = stage
  const { config, dir } = options.project
  await requireTrust(tools.trust, { paths: tools.paths, dir, command: config.dev.command })
  await requireFreeAppPort(stage)
  const { journal, movedTo } = openJournalSafely({ path: tools.paths.journalDb, appKey: config.key, now: tools.now() })
  atEnd(journal.close)
  if (movedTo !== null)
    stage.emit({
      event: 'notice',
      text: `The journal was damaged; it is at ${movedTo} now, and a new one was started.`,
    })
  keepWithinBounds(stage, journal)
  tellAttemptsElsewhere(stage, journal)
  tellHeld(stage, journal)
  return journal
}

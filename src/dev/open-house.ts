import type { Journal } from '../journal/journal.ts'
import { openJournalSafely } from '../journal/open-safely.ts'
import { tellAttemptsElsewhere } from './deliveries/attempts-elsewhere.ts'
import { keepWithinBounds } from './deliveries/retention.ts'
import { tellHeld } from './deliveries/tell-held.ts'
import { requireFreeAppPort } from './processes/app.ts'
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

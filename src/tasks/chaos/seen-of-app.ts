import { existsSync } from 'node:fs'

import type { ObservedApp } from '../../chaos/breakage.ts'
import type { Context } from '../../context.ts'
import { readSessionLog } from '../../dev/background/session-log.ts'
import { writesSince } from '../../journal/calls/writes.ts'
import { openJournal } from '../../journal/journal.ts'

interface AppRun {
  readonly dir: string
  readonly appKey: string
  /** On the machine's clock. */
  readonly since: Date
}

/** What `app dev` knows about its app since a moment: what it had the platform write, and that it ended. Nothing where the journal cannot be read. */
export function seenOfApp({ paths }: Pick<Context, 'paths'>, { dir, appKey, since }: AppRun): ObservedApp {
  const first = since.toISOString()
  const ends = readSessionLog({ paths, dir })().flatMap((entry) =>
    entry.at >= first && (entry.event === 'app-exited' || entry.event === 'app-failed') ? [entry.reason] : [],
  )
  return { ends, writes: writesOf(paths.journalDb, { appKey, since }) }
}

function writesOf(path: string, { appKey, since }: Pick<AppRun, 'appKey' | 'since'>): ObservedApp['writes'] {
  if (!existsSync(path)) return []
  try {
    const journal = openJournal({ path, appKey })
    try {
      return writesSince(journal, since)
    } finally {
      journal.close()
    }
  } catch {
    return []
  }
}

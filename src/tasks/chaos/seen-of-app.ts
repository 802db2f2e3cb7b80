import { existsSync } from 'node:fs'

import type { ObservedApp } from '../../chaos/breakage.ts'
import type { Context } from '../../context.ts'
import { readSessionLog } from '../../dev/background/session-log.ts'
import { writesSince } from '../../journal/calls/writes.ts'
import { openJournal } from '../../journal/journal.ts'

interface AppRun {
  readonly dir: string
  readonly appKey: string
  /** Time by this machine's clock. */
  readonly since: Date
}

/** Returns what `app dev` has recorded of its app since a time: its writes to the platform and its exits. Empty if the journal cannot be read. */
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

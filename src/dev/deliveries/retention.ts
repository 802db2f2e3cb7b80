import type { Journal } from '../../journal/journal.ts'
import { defaultRetention, pruneChunk } from '../../journal/retention.ts'
import type { DevTools, Stage } from '../stage.ts'

/** Prunes every hour, and when the session is ready. */
const EVERY_MS = 3_600_000
const FIRST_MS = 5_000

/** Pause between two chunks, because deliveries have priority. */
const BREATH_MS = 20

type Bounded = Pick<Stage, 'atEnd'> & { readonly tools: Pick<DevTools, 'now'> }

/** Deletes rows that exceed the journal's age or size limits, in small chunks, during the session. */
export function keepWithinBounds(stage: Bounded, journal: Journal): void {
  let timer = setTimeout(() => prune(), FIRST_MS).unref()
  const prune = () => {
    timer = setTimeout(prune, isMore(stage, journal) ? BREATH_MS : EVERY_MS).unref()
  }
  stage.atEnd(() => clearTimeout(timer))
}

/** Retries later if the journal cannot be written now, because the session must continue. */
function isMore({ tools }: Bounded, journal: Journal): boolean {
  try {
    return pruneChunk(journal, { ...defaultRetention, now: tools.now() }) > 0
  } catch {
    return false
  }
}

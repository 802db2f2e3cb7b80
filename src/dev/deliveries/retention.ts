import type { Journal } from '../../journal/journal.ts'
import { defaultRetention, pruneChunk } from '../../journal/retention.ts'
import type { DevTools, DevContext } from '../context.ts'

/** Prunes every hour, and when the session is ready. */
const EVERY_MS = 3_600_000
const FIRST_MS = 5_000

/** Pause between two chunks, because deliveries have priority. */
const BREATH_MS = 20

type Bounded = Pick<DevContext, 'atEnd'> & { readonly tools: Pick<DevTools, 'now'> }

/** Deletes rows that exceed the journal's age or size limits, in small chunks, during the session. */
export function keepWithinBounds(dev: Bounded, journal: Journal): void {
  let timer = setTimeout(() => prune(), FIRST_MS).unref()
  const prune = () => {
    timer = setTimeout(prune, isMore(dev, journal) ? BREATH_MS : EVERY_MS).unref()
  }
  dev.atEnd(() => clearTimeout(timer))
}

/** Retries later if the journal cannot be written now, because the session must continue. */
function isMore({ tools }: Bounded, journal: Journal): boolean {
  try {
    return pruneChunk(journal, { ...defaultRetention, now: tools.now() }) > 0
  } catch {
    return false
  }
}

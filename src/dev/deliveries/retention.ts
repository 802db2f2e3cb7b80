import type { Journal } from '../../journal/journal.ts'
import { defaultRetention, pruneChunk } from '../../journal/retention.ts'
import type { DevTools, Stage } from '../stage.ts'

/** Every hour, and as soon as everything runs. */
const EVERY_MS = 3_600_000
const FIRST_MS = 5_000

/** A pause between two chunks: deliveries go first. */
const BREATH_MS = 20

type Bounded = Pick<Stage, 'atEnd'> & { readonly tools: Pick<DevTools, 'now'> }

/** Removes what is too old or too much from the journal, a little at a time, while everything runs. */
export function keepWithinBounds(stage: Bounded, journal: Journal): void {
  let timer = setTimeout(() => prune(), FIRST_MS).unref()
  const prune = () => {
    timer = setTimeout(prune, isMore(stage, journal) ? BREATH_MS : EVERY_MS).unref()
  }
  stage.atEnd(() => clearTimeout(timer))
}

/** A journal that cannot be written now is pruned later: that does not end anything. */
function isMore({ tools }: Bounded, journal: Journal): boolean {
  try {
    return pruneChunk(journal, { ...defaultRetention, now: tools.now() }) > 0
  } catch {
    return false
  }
}

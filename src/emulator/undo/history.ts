import type { Step } from '../../control/undo.ts'
import type { HowBack, KeptStep, NewStep } from './step.ts'

/** Operations that can be undone, oldest first. They are in memory, so a restart loses them. */
export interface History {
  readonly add: (step: NewStep) => void
  readonly last: () => KeptStep | null
  /** Returns whether this operation is still the last one. */
  readonly isLast: (step: KeptStep) => boolean
  /** Removes the last operation, which was undone. */
  readonly drop: () => void
  /** Deletes the history, so that earlier operations cannot be undone. */
  readonly clear: () => void
  /** Lists the operations, newest first. */
  readonly list: () => readonly Step[]
}

export const MOST_STEPS = 200

const MOST_BYTES = 50_000_000

/**
 * Creates a history that drops the oldest operations beyond a number and a size. The
 * newest whole state on disk does not count, because its files existed before.
 */
export function createHistory(): History {
  const steps: KeptStep[] = []
  let lastId = 0
  const dropOldest = () => {
    const how = steps.shift()?.how
    if (how?.kind === 'state') how.forget()
  }
  return {
    add: (step) => {
      lastId += 1
      steps.push({ ...step, id: lastId })
      while (isTooMuch(steps)) dropOldest()
    },
    last: () => steps.at(-1) ?? null,
    isLast: ({ id }) => steps.at(-1)?.id === id,
    // A restored state is the current state, so it must not be deleted.
    drop: () => void steps.pop(),
    clear: () => {
      while (steps.length > 0) dropOldest()
    },
    list: () => steps.toReversed().map(({ id, summary, at, events }) => ({ id, summary, at, events })),
  }
}

function isTooMuch(steps: readonly KeptStep[]): boolean {
  const spared = steps.findLast(({ how }) => how.kind === 'state' && how.isOnDisk)
  const bytes = steps.reduce((sum, step) => sum + (step === spared ? 0 : bytesOf(step.how)), 0)
  return steps.length > MOST_STEPS || bytes > MOST_BYTES
}

function bytesOf(how: HowBack): number {
  return how.kind === 'state' ? how.bytes : how.parts.reduce((sum, { changeset }) => sum + changeset.byteLength, 0)
}

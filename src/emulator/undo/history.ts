import type { Step } from '../../control/undo.ts'
import type { KeptStep, NewStep, Phase, StepEntry, StepKeep } from './step.ts'

/** A step that is kept before its changes are committed. */
export interface OpenStep {
  /** All of its changes are committed. */
  readonly confirm: () => void
  /** None of its changes are committed. */
  readonly forget: () => void
}

/** The steps that can be taken back, oldest first. */
export interface History {
  /** Raises the errors of the system where the step cannot be kept. */
  readonly open: (step: NewStep) => OpenStep
  readonly last: () => KeptStep | null
  /** Whether this step is still the last one. */
  readonly isLast: (step: KeptStep) => boolean
  /** Marks the last step as being taken back: from now on a start of the emulator completes it if the process is killed. */
  readonly begin: () => void
  /** None of the last step was taken back. */
  readonly giveUp: () => void
  /** The last step is taken back. */
  readonly drop: () => void
  /** Steps that a killed process has left half done or half taken back, newest first. Call `ended` for each one that is taken back now. */
  readonly broken: () => readonly { readonly step: KeptStep; readonly ended: () => void }[]
  /** Makes everything before now final. */
  readonly clear: () => void
  /** Newest first. */
  readonly list: () => readonly Step[]
  /** Called at the end of the process; also drops whole states that are larger than the limit. */
  readonly close: () => void
}

export const MOST_STEPS = 200

/** Also limits files, whose last blocks are not full and whose space is free only once all their records are old, so that they stay below 50 MB. */
const MOST_BYTES = 47_000_000

/**
 * Drops the oldest steps beyond a number and a size. While the emulator runs, the newest whole state on the disk does not count, because its files were there
 * before.
 */
export function createHistory(keep: StepKeep): History {
  const left = keep.found.filter(({ phase }) => phase !== 'done')
  const entries = keep.found.filter(({ phase }) => phase === 'done')
  let lastId = keep.found.at(-1)?.id ?? 0
  const isTooMuch = (spared: StepEntry | undefined) => {
    const bytes = entries.reduce((sum, entry) => sum + (entry === spared ? 0 : entry.bytes), 0)
    return entries.length > MOST_STEPS || bytes > MOST_BYTES
  }
  const newestFolder = () => entries.findLast(({ kind }) => kind === 'folder')
  const dropOldest = () => {
    const [oldest] = entries.splice(0, 1)
    if (oldest !== undefined) keep.drop(oldest)
  }
  const dropSurplus = () => {
    while (isTooMuch(newestFolder())) dropOldest()
  }
  const moveLast = (phase: Phase) => {
    const entry = entries.pop()
    if (entry !== undefined) entries.push(keep.move(entry, phase))
  }
  const clear = () => {
    while (entries.length > 0) dropOldest()
  }
  /** Clears the history when somebody has moved or damaged its files, because nothing older can be restored without them. */
  const orClear = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      clear()
      return otherwise
    }
  }
  // A killed process may have left more than the limit.
  dropSurplus()
  return {
    open: (step) => {
      lastId += 1
      const entry = keep.write(lastId, entries.at(-1)?.id ?? 0, step)
      return {
        confirm: () =>
          orClear(() => {
            entries.push(entry)
            moveLast('done')
            dropSurplus()
          }, undefined),
        forget: () => keep.pop(entry),
      }
    },
    last: () => {
      const entry = entries.at(-1)
      return entry === undefined ? null : orClear(() => keep.read(entry), null)
    },
    isLast: ({ id }) => entries.at(-1)?.id === id,
    begin: () => moveLast('undo'),
    giveUp: () => moveLast('done'),
    drop: () => {
      const entry = entries.pop()
      if (entry !== undefined) keep.pop(entry)
    },
    broken: () =>
      left.toReversed().flatMap((entry) => {
        const ended = () => keep.pop(entry)
        try {
          return [{ step: keep.read(entry), ended }]
        } catch {
          ended()
          return []
        }
      }),
    clear,
    list: () => orClear(() => entries.toReversed().map((entry) => keep.facts(entry)), []),
    close: () => {
      while (isTooMuch(undefined)) dropOldest()
      keep.close()
    },
  }
}

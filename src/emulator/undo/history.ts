import type { Step } from '../../control/undo.ts'
import type { KeptStep, NewStep, Phase, StepEntry, StepKeep } from './step.ts'

/** A step that is kept before what it does is committed. */
export interface OpenStep {
  /** All is committed. */
  readonly confirm: () => void
  /** Nothing of it is. */
  readonly forget: () => void
}

/** The steps that can be taken back, the oldest first. */
export interface History {
  /** Raises what the system raises where it cannot be kept. */
  readonly open: (step: NewStep) => OpenStep
  readonly last: () => KeptStep | null
  /** Whether this one is still the last. */
  readonly isLast: (step: KeptStep) => boolean
  /** Begins to take the last one back: from now on a start ends what was broken off. */
  readonly begin: () => void
  /** Nothing of the last one was taken back. */
  readonly giveUp: () => void
  /** The last one is taken back. */
  readonly drop: () => void
  /** What a process that was killed has left half done or half taken back, the newest first; `ended` is told of each that is taken back now. */
  readonly broken: () => readonly { readonly step: KeptStep; readonly ended: () => void }[]
  /** Nothing before now can be taken back. */
  readonly clear: () => void
  /** The newest first. */
  readonly list: () => readonly Step[]
  /** The process ends: whole states that are larger than what is kept fall away too. */
  readonly close: () => void
}

export const MOST_STEPS = 200

/** Of files too, whose last blocks are not full and which give nothing back before all in them is old: so they stay below 50 MB. */
const MOST_BYTES = 47_000_000

/** Older steps fall away beyond a number and a size. The newest whole state on the disk does not count while the emulator runs: it was there before. */
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
  /** Clears the history where somebody has moved its files away or spoilt them: what was before them cannot be gone back to. */
  const orClear = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      clear()
      return otherwise
    }
  }
  // Of a process that was killed more may lie there than it kept.
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

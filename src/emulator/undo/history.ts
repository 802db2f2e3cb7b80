import type { Step } from '../../control/undo.ts'
import type { KeptStep, NewStep, Phase, StepEntry, StepKeep } from './step.ts'

/** An operation that is stored before its changes are committed. */
export interface OpenStep {
  /** Records that all changes are committed. */
  readonly confirm: () => void
  /** Records that no change is committed. */
  readonly forget: () => void
}

/** Operations that can be undone, oldest first. */
export interface History {
  /** Stores an operation. Raises system errors if it cannot be stored. */
  readonly open: (step: NewStep) => OpenStep
  readonly last: () => KeptStep | null
  /** Returns whether this operation is still the last one. */
  readonly isLast: (step: KeptStep) => boolean
  /** Marks the last operation as being undone. If the process is killed, the next start completes the undo. */
  readonly begin: () => void
  /** Records that no part of the last operation was undone. */
  readonly giveUp: () => void
  /** Removes the last operation, which was undone. */
  readonly drop: () => void
  /** Operations that a killed process left half done or half undone, newest first. Call `ended` for each operation that is now undone. */
  readonly broken: () => readonly { readonly step: KeptStep; readonly ended: () => void }[]
  /** Deletes the history, so that earlier operations cannot be undone. */
  readonly clear: () => void
  /** Lists the operations, newest first. */
  readonly list: () => readonly Step[]
  /** Called when the process exits. Also drops whole states larger than the limit. */
  readonly close: () => void
}

export const MOST_STEPS = 200

/** Keeps the files below 50 MB. Their last blocks are not full, and space is freed only once all records of a file are old. */
const MOST_BYTES = 47_000_000

/**
 * Creates a history that drops the oldest operations beyond a number and a size. While the emulator
 * runs, the newest whole state on disk does not count, because its files existed before.
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
  /** Clears the history if its files were moved or damaged, because no older state can be restored without them. */
  const orClear = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      clear()
      return otherwise
    }
  }
  // A killed process may have left more than the limit allows.
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

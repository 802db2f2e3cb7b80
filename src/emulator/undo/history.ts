import type { Step } from '../../control/undo.ts'
import type { StepPart } from './recorder.ts'

/** A step with what takes it back. */
export type KeptStep = Step & {
  /** Of memory, or of the disk for a whole state. */
  readonly bytes: number
  readonly how: ChangedRows | WholeState
}

export interface ChangedRows {
  readonly kind: 'rows'
  /** What is not taken back yet: each goes when its database has it. */
  readonly parts: StepPart[]
  readonly created: readonly number[]
}

/** A whole state that another one has taken the place of. */
export interface WholeState {
  readonly kind: 'state'
  /** Whether it takes no memory. */
  readonly isOnDisk: boolean
  /** Makes it the present one again. Raises `storage.*`. */
  readonly bringBack: () => void
  /** Gives its place back. */
  readonly forget: () => void
}

export type NewStep = Omit<KeptStep, 'id'>

/** The steps that can be taken back, the oldest first. */
export interface History {
  readonly add: (step: NewStep) => void
  readonly last: () => KeptStep | null
  /** The last one is taken back. */
  readonly drop: () => void
  /** Nothing before now can be taken back. */
  readonly clear: () => void
  /** The newest first. */
  readonly list: () => readonly KeptStep[]
}

export const MOST_STEPS = 200
const MOST_BYTES = 50 * 1024 * 1024

/** Older steps fall away beyond a number and a size. The newest whole state on the disk does not count: it was there before. */
export function createHistory(): History {
  const steps: KeptStep[] = []
  let bytes = 0
  let lastId = 0
  const forget = (step: KeptStep | undefined) => {
    if (step === undefined) return
    bytes -= step.bytes
    if (step.how.kind === 'state') step.how.forget()
  }
  const isTooMuch = () => {
    const state = steps.findLast(({ how }) => how.kind === 'state' && how.isOnDisk)
    return steps.length > MOST_STEPS || bytes - (state?.bytes ?? 0) > MOST_BYTES
  }
  return {
    add: (step) => {
      lastId += 1
      steps.push({ ...step, id: lastId })
      bytes += step.bytes
      while (isTooMuch()) forget(steps.shift())
    },
    last: () => steps.at(-1) ?? null,
    drop: () => void (bytes -= steps.pop()?.bytes ?? 0),
    clear: () => {
      for (const step of steps.splice(0)) forget(step)
    },
    list: () => steps.toReversed(),
  }
}

import type { Choice } from '../choice.ts'
import type { FrameObservation } from '../frame-observation.ts'
import type { Probe } from '../probe/probe.ts'

/** `unknown`: the lab cannot see it, or not yet; never a guess in favour of the app. */
export type FindingState = 'ok' | 'warning' | 'error' | 'unknown'

/** One thing that the lab checks. All of it is text, and may hold text of the app. */
export interface Finding {
  /** The same for the same thing in every state. */
  readonly title: string
  readonly state: FindingState
  /** What was seen. */
  readonly what: string
  /** The rules that ask for it; none where only browsers do. */
  readonly rules: readonly string[]
  /** Why it matters; empty where nothing is wrong. */
  readonly why: string
  /** What to do; empty where there is nothing to be done. */
  readonly todo: string
}

/** All that the lab knows of one opened frame. */
export interface LabFacts {
  readonly choice: Choice
  readonly adminOrigin: string
  readonly appOrigin: string
  /** In the store, for the selected region. */
  readonly isInstalled: boolean
  /** Null while the app is being asked. */
  readonly probe: Probe | null
  readonly observed: FrameObservation
}

/** A subject of findings: makes them in any state. */
export function subject(title: string, rules: readonly string[]) {
  return {
    ok: (what: string): Finding => ({ title, rules, state: 'ok', what, why: '', todo: '' }),
    unknown: (what: string, todo = ''): Finding => ({ title, rules, state: 'unknown', what, why: '', todo }),
    warning: (what: string, why: string, todo: string): Finding => ({
      title,
      rules,
      state: 'warning',
      what,
      why,
      todo,
    }),
    error: (what: string, why: string, todo: string): Finding => ({ title, rules, state: 'error', what, why, todo }),
  }
}

export const STILL_ASKING = 'The app is being asked.'

/** `3 messages`, `1 message`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

import type { PanelFinding } from '../../../control/contract.ts'
import type { Choice } from '../choice.ts'
import type { FrameObservation } from '../frame-observation.ts'
import type { Probe } from '../probe/probe.ts'

export type Finding = PanelFinding

export type FindingState = Finding['state']

/** All facts about one opened frame. */
export interface PreviewFacts {
  readonly choice: Choice
  readonly adminOrigin: string
  readonly appOrigin: string
  /** In the store, for the selected region. */
  readonly isInstalled: boolean
  /** Null while the probe is running. */
  readonly probe: Probe | null
  readonly observed: FrameObservation
}

/** Creates the finding builders of one subject, one for each state. */
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

export const STILL_ASKING = 'Waiting for the app.'
export const NO_PAGE = 'The app returned no page.'

/** Formats a count, such as `3 messages` or `1 message`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

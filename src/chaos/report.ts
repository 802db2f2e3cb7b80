import type { Breakage } from './breakage.ts'
import type { StepsDone } from './run-steps.ts'
import type { FaultDone } from './run-under-faults.ts'

/** What a run has done and what has broken: the document of `app chaos run --json`. */
export interface ChaosReport {
  readonly seed: number
  readonly forMs: number
  readonly appKey: string
  /** Code of the store. */
  readonly store: string
  readonly faults: readonly FaultDone[]
  /** Null where a command was run instead. */
  readonly steps: StepsDone | null
  /** The command that was run, and its exit code. */
  readonly command: { readonly words: readonly string[]; readonly exit: number } | null
  /** To the app, with all attempts; and calls of the app. */
  readonly counts: { readonly deliveries: number; readonly attempts: number; readonly calls: number }
  readonly failures: readonly Breakage[]
  /** The command that takes all of the run back; null where it did nothing in a store, or more than can be taken back. */
  readonly undo: string | null
  /** The command that repeats the run. */
  readonly rerun: string
}

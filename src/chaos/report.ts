import type { Breakage } from './breakage.ts'
import type { StepsDone } from './run-steps.ts'
import type { FaultDone } from './run-under-faults.ts'

/** Result of a chaos run, as `app chaos run --json` prints it. */
export interface ChaosReport {
  readonly seed: number
  readonly forMs: number
  readonly appKey: string
  /** Store code. */
  readonly store: string
  readonly faults: readonly FaultDone[]
  /** Order operations of the run, or null if the run executed a command instead. */
  readonly steps: StepsDone | null
  /** Executed command and its exit code, or null if the run executed order operations. */
  readonly command: { readonly words: readonly string[]; readonly exit: number } | null
  /** Deliveries to the app, their attempts, and API calls by the app. */
  readonly counts: { readonly deliveries: number; readonly attempts: number; readonly calls: number }
  readonly failures: readonly Breakage[]
  /**
   * Command that undoes the whole run, or null if it caused no event or its operations are no
   * longer in the undo history.
   */
  readonly undo: string | null
  /** Command that repeats the run. */
  readonly rerun: string
}

import type { CheckGroup, CheckState } from '../../views/doctor.ts'
import type { DoctorFacts } from './facts.ts'

export interface CheckResult {
  readonly state: CheckState
  readonly found: string
  readonly remedy?: string
  /** Plain data for `--json`, never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Only where it is safe: does what the remedy says, and returns what it did. */
  readonly mend?: () => string | Promise<string>
}

export interface Check {
  /** Stable, for scripts. */
  readonly id: string
  readonly group: CheckGroup
  readonly title: string
  /** What it raises counts as failed, with the suggestion of the error as the remedy. */
  readonly run: (facts: DoctorFacts) => CheckResult | Promise<CheckResult>
}

type ResultDetails = Omit<CheckResult, 'state' | 'found'>

export function ok(found: string, more: ResultDetails = {}): CheckResult {
  return { state: 'ok', found, ...more }
}

export function warning(found: string, more: ResultDetails = {}): CheckResult {
  return { state: 'warning', found, ...more }
}

export function failed(found: string, more: ResultDetails = {}): CheckResult {
  return { state: 'failed', found, ...more }
}

export function skipped(found: string, more: ResultDetails = {}): CheckResult {
  return { state: 'skipped', found, ...more }
}

/** The first that failed, else the first that is not well; undefined where all are. */
export function worstOf(results: readonly CheckResult[]): CheckResult | undefined {
  return results.find(({ state }) => state === 'failed') ?? results.find(({ state }) => state !== 'ok')
}

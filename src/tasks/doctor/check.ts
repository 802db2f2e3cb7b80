import type { CheckGroup, CheckState } from '../../views/doctor.ts'
import type { DoctorFacts } from './facts.ts'

export interface CheckResult {
  readonly state: CheckState
  readonly found: string
  readonly remedy?: string
  /** Plain data for `--json` without secrets. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Applies the fix and returns what it did. Missing if that is not safe. */
  readonly fix?: () => string | Promise<string>
}

export interface Check {
  /** Stable id for scripts. */
  readonly id: string
  readonly group: CheckGroup
  readonly title: string
  /** Runs the check. An error counts as failed, with its suggestion as the fix. */
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

/** Returns the combined failures, else all other results that are not ok, or undefined if all are ok. Details are those of the first one. */
export function worstOf(results: readonly CheckResult[]): CheckResult | undefined {
  const failures = results.filter(({ state }) => state === 'failed')
  const worst = failures.length > 0 ? failures : results.filter(({ state }) => state !== 'ok')
  const [first] = worst
  if (first === undefined || worst.length === 1) return first
  const remedies = new Set(worst.flatMap(({ remedy }) => remedy ?? []))
  const remedy = remedies.size === 0 ? {} : { remedy: [...remedies].join('; ') }
  return { ...first, found: worst.map(({ found }) => found).join('; '), ...remedy }
}

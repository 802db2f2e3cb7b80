import type { Evidence, Severity } from './check.ts'

export type CheckOutcome = 'passed' | 'failed' | 'skipped'

export interface ReportedCheck {
  readonly id: string
  readonly title: string
  readonly outcome: CheckOutcome
  /** Reason if the check was skipped, else null. */
  readonly reason: string | null
  readonly ms: number
}

export interface ReportedFinding {
  readonly check: string
  readonly rules: readonly string[]
  readonly severity: Severity
  readonly title: string
  readonly why: string
  readonly remedy: string
  readonly evidence: readonly Evidence[]
  /**
   * Reason and last day (YYYY-MM-DD) if app.toml accepts the finding, else null. Accepted findings
   * are not counted as errors, warnings or notes.
   */
  readonly accepted: { readonly reason: string; readonly until: string } | null
}

/** Result of `app check`, as `--json` prints it. */
export interface CheckReport {
  readonly app: { readonly key: string; readonly name: string; readonly installScope: string }
  /** False if time ran out before all checks finished. */
  readonly complete: boolean
  readonly ms: number
  readonly counts: {
    readonly checks: number
    readonly passed: number
    readonly failed: number
    readonly skipped: number
    readonly errors: number
    readonly warnings: number
    readonly notes: number
    /** Number of findings that app.toml accepts. */
    readonly accepted: number
  }
  readonly checks: readonly ReportedCheck[]
  readonly findings: readonly ReportedFinding[]
  readonly skipped: readonly { readonly check: string; readonly reason: string }[]
}

export type ReportParts = Pick<CheckReport, 'app' | 'complete' | 'ms' | 'checks' | 'findings'>

/** Builds the report from its parts and derives the counts and the list of skipped checks. */
export function makeReport({ app, complete, ms, checks, findings }: ReportParts): CheckReport {
  const withOutcome = (outcome: CheckOutcome) => checks.filter((check) => check.outcome === outcome)
  const open = findings.filter(({ accepted }) => accepted === null)
  const ofSeverity = (severity: Severity) => open.filter((finding) => finding.severity === severity).length
  return {
    app,
    complete,
    ms: Math.round(ms),
    counts: {
      checks: checks.length,
      passed: withOutcome('passed').length,
      failed: withOutcome('failed').length,
      skipped: withOutcome('skipped').length,
      errors: ofSeverity('error'),
      warnings: ofSeverity('warning'),
      notes: ofSeverity('note'),
      accepted: findings.length - open.length,
    },
    checks,
    findings,
    skipped: withOutcome('skipped').map(({ id, reason }) => ({ check: id, reason: reason ?? '' })),
  }
}

/** Returns true if there is an error, or a check that was left out because time ran out. */
export function isFailure({ complete, counts }: CheckReport): boolean {
  return !complete || counts.errors > 0
}

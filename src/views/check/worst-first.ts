import type { ReportedFinding } from '../../check/report.ts'

const rank = { error: 0, warning: 1, note: 2 } as const

/** Errors, then warnings, then notes; each in the order of the report. */
export function worstFirst(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  return findings.toSorted((a, b) => rank[a.severity] - rank[b.severity])
}

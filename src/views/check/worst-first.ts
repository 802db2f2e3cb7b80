import type { ReportedFinding } from '../../check/report.ts'

const rank = { error: 0, warning: 1, note: 2 } as const

/** Errors, then warnings, notes, and what is accepted; each in the order of the report. */
export function worstFirst(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  return findings.toSorted((a, b) => place(a) - place(b))
}

function place({ severity, accepted }: ReportedFinding): number {
  return accepted === null ? rank[severity] : 3
}

import type { ReportedFinding } from '../../check/report.ts'

const rank = { error: 0, warning: 1, note: 2 } as const

/** Sorts errors first, then warnings, notes and accepted findings. Each group keeps the report's order. */
export function worstFirst(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  return findings.toSorted((a, b) => place(a) - place(b))
}

function place({ severity, accepted }: ReportedFinding): number {
  return accepted === null ? rank[severity] : 3
}

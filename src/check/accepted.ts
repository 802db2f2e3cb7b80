import { AppError } from '../errors.ts'
import type { AcceptedFinding } from '../project/app-config.ts'
import { didYouMean } from '../text/nearest.ts'
import type { ReportedCheck, ReportedFinding } from './report.ts'

/** Adds the entry of app.toml to a finding: accepted with reason and date, or an error if that date has passed. */
export function withAcceptance(
  finding: ReportedFinding,
  { entries, today }: { readonly entries: readonly AcceptedFinding[]; readonly today: string },
): ReportedFinding {
  const entry = entries.find(({ id }) => id === finding.check)
  if (entry === undefined) return finding
  const { reason, until } = entry
  if (today <= until) return { ...finding, accepted: { reason, until } }
  return {
    ...finding,
    severity: 'error',
    why: `app.toml accepted this finding only until ${until} (${reason}). ${finding.why}`,
  }
}

/** Returns true if every finding of a failed check is accepted. */
export function isAccepted({ id, outcome }: ReportedCheck, findings: readonly ReportedFinding[]): boolean {
  const own = findings.filter(({ check }) => check === id)
  return outcome === 'failed' && own.length > 0 && own.every(({ accepted }) => accepted !== null)
}

/** Raises `project.invalid` for an entry with an unknown check, and suggests the nearest id. */
export function requireKnownChecks(entries: readonly AcceptedFinding[], known: readonly string[]): void {
  const unknown = entries.find(({ id }) => !known.includes(id))
  if (unknown === undefined) return
  const { id } = unknown
  throw new AppError('project.invalid', `app.toml accepts ${JSON.stringify(id)}, which is not a check id.`, {
    suggestions: [...didYouMean(id, known), 'List all ids: app check --list'],
  })
}

/** Returns the entries whose check passed in this run. */
export function unusedEntries(
  entries: readonly AcceptedFinding[],
  checks: readonly ReportedCheck[],
): readonly string[] {
  const passed = new Set(checks.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id))
  return entries.map(({ id }) => id).filter((id) => passed.has(id))
}

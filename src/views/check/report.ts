import type { CheckReport, ReportedFinding } from '../../check/report.ts'
import type { Style } from '../../terminal/style.ts'
import { wrap } from '../../terminal/wrap.ts'
import { escapeCell } from '../../text/escape.ts'
import { counted } from '../cells.ts'
import type { Looks, View } from '../view.ts'
import { evidenceLine } from './evidence-line.ts'
import { worstFirst } from './worst-first.ts'

const marks = { error: '✗', warning: '!', note: '·', accepted: '~' } as const

/**
 * Formats the findings with their fixes, the skipped checks, and one line of totals. In a pipe,
 * each line is tab-separated. A finding has severity or `accepted`, check, title, fix and evidence.
 * A skipped check has `skipped`, check and reason.
 */
export const checkView: View<CheckReport> = (report, looks) => {
  const { findings, skipped } = report
  if (looks.width === 0) {
    return [
      ...worstFirst(findings).map(findingRow),
      ...skipped.map(({ check, reason }) => ['skipped', check, escapeCell(reason)].join('\t')),
      figures(report),
    ].join('\n')
  }
  const { style } = looks
  return [
    ...worstFirst(findings).flatMap((finding) => [...findingLines(finding, looks), '']),
    ...skippedLines(skipped, looks),
    wrap(figures(report, style), looks.width, '  '),
  ].join('\n')
}

function findingRow({ severity, accepted, check, title, remedy, evidence }: ReportedFinding): string {
  const shown = evidence.map((one) => evidenceLine(one)).join('; ')
  return [
    accepted === null ? severity : 'accepted',
    check,
    ...[title, remedy, shown].map((text) => escapeCell(text)),
  ].join('\t')
}

function findingLines(
  { severity, accepted, check, title, why, remedy, evidence }: ReportedFinding,
  { width, style }: Looks,
): string[] {
  const paint = { error: style.red, warning: style.yellow, note: style.dim }[severity]
  const indented = (text: string) =>
    wrap(escapeCell(text), Math.max(20, width - 4))
      .split('\n')
      .map((line) => `    ${line}`)
  if (accepted !== null)
    return [
      style.dim(`${marks.accepted} ${escapeCell(title)}`),
      ...indented(`${check}: ${acceptanceOf(accepted)}`).map((line) => style.dim(line)),
    ]
  return [
    `${paint(marks[severity])} ${style.bold(escapeCell(title))}`,
    `    ${style.dim(check)}`,
    ...indented(why),
    ...indented(remedy).map((line) => style.cyan(line)),
    ...evidence.flatMap((one) => indented(evidenceLine(one)).map((line) => style.dim(line))),
  ]
}

/** Maximum number of checks that are listed for one reason. */
const MOST_LISTED = 12

function skippedLines(skipped: CheckReport['skipped'], { width, style }: Looks): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  const lines = [...byReason].flatMap(([reason, checks]) => {
    const isLong = checks.length > MOST_LISTED
    const names = isLong ? `${checks.length} checks (--json lists them)` : checks.map(({ check }) => check).join(' ')
    const text = `- skipped, ${escapeCell(reason)}: ${names}`
    return wrap(text, width, '  ').split('\n')
  })
  return lines.length === 0 ? [] : [...lines.map((line) => style.dim(line)), '']
}

/** Returns why the run failed, in one or two sentences. */
export function checkFailure({ counts, complete }: CheckReport): string {
  const { errors } = counts
  return [
    ...(errors === 0 ? [] : [`${counted(errors, 'error')} ${errors === 1 ? 'was' : 'were'} found.`]),
    ...(complete ? [] : ['Some checks did not run in time.']),
  ].join(' ')
}

/** Formats an acceptance, such as `accepted until 2027-03-01: the old panel is switched off then`. */
export function acceptanceOf({ reason, until }: NonNullable<ReportedFinding['accepted']>): string {
  return `accepted until ${until}: ${reason}`
}

function figures({ counts, ms, complete, app }: CheckReport, style?: Style): string {
  const { passed, failed, skipped, errors, warnings, accepted } = counts
  const parts = [
    style ? style.green(`${passed} passed`) : `${passed} passed`,
    ...(failed === 0 ? [] : [`${failed} failed (${counted(errors, 'error')}, ${counted(warnings, 'warning')})`]),
    ...(accepted === 0 ? [] : [`${counted(accepted, 'finding')} accepted`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ]
  const end = complete ? '' : ', not all checks ran in time'
  return `${app.key}: ${parts.join(', ')} in ${(ms / 1000).toFixed(1)} s${end}`
}

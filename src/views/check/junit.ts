import { isAccepted } from '../../check/accepted.ts'
import { areaOf } from '../../check/area-of.ts'
import type { CheckOutcome, CheckReport, ReportedCheck, ReportedFinding } from '../../check/report.ts'
import { escapeForeign } from '../../text/escape.ts'
import { evidenceLine } from './evidence-line.ts'
import { acceptanceOf } from './report.ts'

/**
 * Formats the report as JUnit XML: one suite per area, one testcase per check, and a failure per finding. No single schema exists. This is
 * the common subset of Jenkins (junit-4 and junit-10) and Ant, so a skip reason is text, not an attribute, and only the suites have totals.
 */
export function junitReport({ app, checks, findings }: CheckReport, at: Date): string {
  const areas = [...Map.groupBy(checks, ({ id }) => areaOf(id))]
  const suites = areas.map(([area, own], id) => suite({ area, own, findings, id, app, at }))
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n')
}

interface Suite {
  readonly area: string
  readonly own: readonly ReportedCheck[]
  readonly findings: readonly ReportedFinding[]
  readonly id: number
  readonly app: CheckReport['app']
  readonly at: Date
}

function suite({ area, own, findings, id, app, at }: Suite): string {
  const count = (outcome: CheckOutcome) => own.filter((check) => outcomeIn(check, findings) === outcome).length
  const time = seconds(own.reduce((sum, { ms }) => sum + ms, 0))
  const counts = `tests="${own.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}"`
  // Ant expects a time without a zone. The host name is a constant to keep the machine's name private.
  const moment = `timestamp="${at.toISOString().slice(0, 19)}" hostname="localhost"`
  return [
    `  <testsuite id="${id}" package="${text(app.key)}" name="${area}" ${counts} time="${time}" ${moment}>`,
    `    <properties><property name="app" value="${text(app.name)}"/></properties>`,
    ...own.map((check) =>
      testcase(
        area,
        check,
        findings.filter((finding) => finding.check === check.id),
      ),
    ),
    '    <system-out></system-out>',
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n')
}

/** JUnit cannot express an accepted failure, and a failure would fail the job. It is reported as skipped, with the reason. */
function outcomeIn(check: ReportedCheck, findings: readonly ReportedFinding[]): CheckOutcome {
  return isAccepted(check, findings) ? 'skipped' : check.outcome
}

function testcase(area: string, check: ReportedCheck, findings: readonly ReportedFinding[]): string {
  const { id, reason, ms } = check
  const outcome = outcomeIn(check, findings)
  const opening = `    <testcase classname="${area}" name="${id}" time="${seconds(ms)}"`
  if (outcome === 'passed') return `${opening}/>`
  const [first] = findings
  const why = first?.accepted ? acceptanceOf(first.accepted) : (reason ?? '')
  if (outcome === 'skipped') return `${opening}><skipped>${text(why)}</skipped></testcase>`
  const words = findings.map(failureText).join('\n\n')
  const failure = `<failure message="${text(first?.title ?? '')}" type="${first?.severity ?? 'error'}">${text(words)}</failure>`
  return `${opening}>${failure}</testcase>`
}

function failureText({ severity, title, why, remedy, rules, evidence }: ReportedFinding): string {
  return [
    `${severity}: ${title}`,
    why,
    remedy,
    ...(rules.length === 0 ? [] : [rules.join(' ')]),
    ...evidence.map((one) => evidenceLine(one)),
  ].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** Replaces characters that XML 1.0 (2.2) excludes: control characters with the form of `escapeForeign`, and two more code points. */
function text(value: string): string {
  return escapeForeign(value)
    .replaceAll('\ufffe', String.raw`\ufffe`)
    .replaceAll('\uffff', String.raw`\uffff`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

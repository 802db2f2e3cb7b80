import { areaOf } from '../../check/area-of.ts'
import type { CheckReport, ReportedCheck, ReportedFinding } from '../../check/report.ts'
import { escapeForeign } from '../../text/escape.ts'
import { evidenceLine } from './evidence-line.ts'

/** The report as JUnit has it: one suite an area, one testcase a check, of which a finding makes a failure. */
export function junitReport({ app, checks, findings, ms, counts }: CheckReport): string {
  const suites = [...Map.groupBy(checks, ({ id }) => areaOf(id))].map(([area, own]) => suite(area, own, findings))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${text(app.key)}" tests="${counts.checks}" failures="${counts.failed}" errors="0" time="${seconds(ms)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(area: string, checks: readonly ReportedCheck[], findings: readonly ReportedFinding[]): string {
  const count = (outcome: string) => checks.filter((check) => check.outcome === outcome).length
  const time = seconds(checks.reduce((sum, { ms }) => sum + ms, 0))
  return [
    `  <testsuite name="${area}" tests="${checks.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}" time="${time}">`,
    ...checks.map((check) =>
      testcase(
        area,
        check,
        findings.filter((finding) => finding.check === check.id),
      ),
    ),
    '  </testsuite>',
  ].join('\n')
}

function testcase(
  area: string,
  { id, outcome, reason, ms }: ReportedCheck,
  findings: readonly ReportedFinding[],
): string {
  const opening = `    <testcase classname="${area}" name="${id}" time="${seconds(ms)}"`
  if (outcome === 'passed') return `${opening}/>`
  if (outcome === 'skipped') return `${opening}><skipped message="${text(reason ?? '')}"/></testcase>`
  const [first] = findings
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

/** Control characters cannot stand in XML at all; the visible form of `escapeForeign` can. Two more are no characters there (XML 1.0, 2.2). */
function text(value: string): string {
  return escapeForeign(value)
    .replaceAll('\ufffe', String.raw`\ufffe`)
    .replaceAll('\uffff', String.raw`\uffff`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

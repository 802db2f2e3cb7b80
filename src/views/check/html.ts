import { createHash } from 'node:crypto'

import { html, raw } from 'hono/html'

import { areaOf } from '../../check/area-of.ts'
import type { CheckReport, ReportedCheck, ReportedFinding } from '../../check/report.ts'
import { escapeForeign } from '../../text/escape.ts'
import { counted } from '../cells.ts'
import { evidenceLine } from './evidence-line.ts'
import { acceptanceOf } from './report.ts'
import { sheetText } from './sheet-text.ts'
import { worstFirst } from './worst-first.ts'

/** Which color of badge a severity or an outcome has. */
const tones = {
  error: 'bad',
  failed: 'bad',
  warning: 'wait',
  passed: 'good',
  note: '',
  accepted: '',
  skipped: '',
} satisfies Record<ReportedFinding['severity'] | ReportedCheck['outcome'] | 'accepted', string>

export interface ReportStamp {
  readonly version: string
  readonly at: Date
}

/** Formats the report as one page that loads no resource and runs no script. */
export async function htmlReport(report: CheckReport, { version, at }: ReportStamp): Promise<string> {
  const sheet = sheetText()
  // App responses are untrusted, so the policy blocks scripts and loading.
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`
  const { app, counts, findings, checks, complete, ms } = report
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${formatVerdict(report)} · ${shown(app.name)}</title>
        ${raw(`<style>${sheet}</style>`)}
      </head>
      <body>
        <main>
          <p class="quiet">
            <code>${shown(app.key)}</code> · one install for each ${app.installScope} · checked in
            ${(ms / 1000).toFixed(1)} s on ${formatMoment(at)} with svcapp ${version}
          </p>
          <h1>${shown(app.name)}: ${formatVerdict(report)}</h1>
          ${complete ? '' : html`<p>Some checks did not run in time. Run the check again with a longer --timeout.</p>`}
          ${report.skipped.length === 0 ? '' : html`<p>Not tested: ${shown(formatReasons(report))}.</p>`}
          <ul class="verdict">
            <li class="good"><strong>${counts.passed}</strong> of ${counts.checks} passed</li>
            <li class="${counts.errors > 0 ? 'bad' : ''}">
              <strong>${counts.errors}</strong> ${counts.errors === 1 ? 'error' : 'errors'}
            </li>
            <li class="${counts.warnings > 0 ? 'wait' : ''}">
              <strong>${counts.warnings}</strong> ${counts.warnings === 1 ? 'warning' : 'warnings'}
            </li>
            <li><strong>${counts.skipped}</strong> skipped</li>
            ${counts.accepted === 0 ? '' : html`<li><strong>${counts.accepted}</strong> accepted</li>`}
          </ul>
          ${findings.length === 0 ? '' : html`<h2>Findings</h2>`}
          ${worstFirst(findings).map((finding, at, all) => findingCard(finding, isFirst(finding, all.slice(0, at))))}
          <h2>All checks</h2>
          ${[...Map.groupBy(checks, ({ id }) => areaOf(id))].map(([area, own]) => areaList(area, own))}
        </main>
      </body>
    </html>`
  return String(page)
}

/** Formats a time to the minute, such as `24 Nov 2026, 07:34 UTC`. */
function formatMoment(at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(at)} UTC`
}

/** Returns each skip reason with its number of checks. */
function formatReasons({ skipped }: CheckReport): string {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return [...byReason]
    .map(([reason, checks]) => `${counted(checks.length, 'check')} (${reason.replace(/\.$/, '')})`)
    .join('; ')
}

function formatVerdict({ counts, complete }: CheckReport): string {
  if (counts.errors > 0) return counted(counts.errors, 'error')
  if (!complete) return 'not finished'
  return counts.warnings > 0 ? 'no errors, some warnings' : 'ready for review'
}

/** Returns whether a finding is the first of its check. The list below links to it. */
function isFirst({ check }: ReportedFinding, before: readonly ReportedFinding[]): boolean {
  return before.every((finding) => finding.check !== check)
}

function findingCard(finding: ReportedFinding, isFirstOfCheck: boolean) {
  const { title, check, why, remedy, evidence, accepted } = finding
  const severity = accepted === null ? finding.severity : 'accepted'
  return html`<article class="finding ${severity}" ${isFirstOfCheck ? html`id="${check}"` : ''}>
    <span class="badge ${tones[severity]}">${severity}</span> <code>${check}</code>
    ${accepted === null ? '' : html`<p>${shown(acceptanceOf(accepted))}</p>`}
    <h3>${shown(title)}</h3>
    <p>${shown(why)}</p>
    <p><strong>Fix:</strong> ${shown(remedy)}</p>
    <p class="seen">${evidence.map((one) => shown(evidenceLine(one))).join('\n')}</p>
  </article>`
}

function areaList(area: string, checks: readonly ReportedCheck[]) {
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length
  const hasFailed = checks.some(({ outcome }) => outcome === 'failed')
  return html`<details ${hasFailed ? raw('open') : ''}>
    <summary>${area} <span class="quiet">${passed} of ${checks.length} passed</span></summary>
    <ul class="checks">
      ${checks.map(
        ({ id, title, outcome, reason }) =>
          html`<li>
            <span class="badge ${tones[outcome]}">${outcome}</span>
            <span>
              ${outcome === 'failed' ? html`<a href="#${id}">${shown(title)}</a>` : shown(title)}
              <span class="quiet"><code>${id}</code>${reason === null ? '' : ` · ${shown(reason)}`}</span>
            </span>
          </li>`,
      )}
    </ul>
  </details>`
}

function shown(text: string): string {
  return escapeForeign(text)
}

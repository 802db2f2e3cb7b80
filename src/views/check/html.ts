import { createHash } from 'node:crypto'

import { html, raw } from 'hono/html'

import { areaOf } from '../../check/area-of.ts'
import type { CheckReport, ReportedCheck, ReportedFinding } from '../../check/report.ts'
import { escapeForeign } from '../../text/escape.ts'
import { evidenceLine } from './evidence-line.ts'
import { sheetText } from './sheet-text.ts'

/** The report as one page that loads nothing and runs nothing. */
export async function htmlReport(report: CheckReport): Promise<string> {
  const sheet = sheetText()
  // An app may write anything into its answers: no script of them runs here, and nothing is loaded.
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`
  const { app, counts, findings, checks, complete, ms } = report
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${verdictOf(report)} · ${shown(app.name)}</title>
        ${raw(`<style>${sheet}</style>`)}
      </head>
      <body>
        <main>
          <p class="quiet">app check · <code>${shown(app.key)}</code> · one install a ${app.installScope}</p>
          <h1>${shown(app.name)}: ${verdictOf(report)}</h1>
          ${complete ? '' : html`<p>Not all was looked at: the time was over. Run it again with a longer --timeout.</p>`}
          <ul class="verdict">
            <li><strong>${counts.passed}</strong> of ${counts.checks} passed</li>
            <li><strong>${counts.errors}</strong> ${counts.errors === 1 ? 'error' : 'errors'}</li>
            <li><strong>${counts.warnings}</strong> ${counts.warnings === 1 ? 'warning' : 'warnings'}</li>
            <li><strong>${counts.skipped}</strong> skipped</li>
            <li><strong>${(ms / 1000).toFixed(1)}</strong> seconds</li>
          </ul>
          ${findings.length === 0 ? '' : html`<h2>What to change</h2>`}
          ${findings.map((finding) => findingCard(finding))}
          <h2>Everything that was checked</h2>
          ${[...Map.groupBy(checks, ({ id }) => areaOf(id))].map(([area, own]) => areaList(area, own))}
        </main>
      </body>
    </html>`
  return String(page)
}

function verdictOf({ counts, complete }: CheckReport): string {
  if (counts.errors > 0) return `${counts.errors} ${counts.errors === 1 ? 'error' : 'errors'}`
  if (!complete) return 'not finished'
  return counts.warnings > 0 ? 'no error, some warnings' : 'ready for review'
}

function findingCard({ severity, title, check, rules, why, remedy, evidence }: ReportedFinding) {
  return html`<article class="finding ${severity}">
    <span class="badge ${severity}">${severity}</span> <code>${[check, ...rules].join(' · ')}</code>
    <h3>${shown(title)}</h3>
    <p>${shown(why)}</p>
    <p><strong>What to do:</strong> ${shown(remedy)}</p>
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
            <span class="badge ${outcome}">${outcome}</span>
            <span>
              ${shown(title)}
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

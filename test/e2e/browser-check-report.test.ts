import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, it, onTestFinished } from 'vitest'

import { allChecks } from '../../src/check/areas.ts'
import { makeReport } from '../../src/check/report.ts'
import { htmlReport } from '../../src/views/check/html.ts'
import { finding } from '../check/support/make-check.ts'
import { describeInChromium } from './support/chromium.ts'
import { looksOf } from './support/looks.ts'

/** Every outcome and severity, and words that are longer than a window is wide. */
const report = makeReport({
  app: { key: 'app.acme.loyalty', name: 'Loyalty', installScope: 'region' },
  complete: false,
  ms: 9876,
  checks: allChecks.map(({ id, title }, at) => ({
    id,
    title,
    outcome: at % 9 === 1 ? ('failed' as const) : at % 9 === 2 ? ('skipped' as const) : ('passed' as const),
    reason: at % 9 === 2 ? 'signature.genuine failed' : null,
    ms: at,
  })),
  findings: (['error', 'warning', 'note'] as const).map((severity) => ({
    ...finding,
    severity,
    check: 'signature.body',
    rules: ['HOOK-009', 'HOOK-012'],
    accepted: severity === 'note' ? { reason: 'The old panel is switched off then.', until: '2027-03-01' } : null,
    evidence: [{ kind: 'request', method: 'POST', path: `/webhooks?${'x'.repeat(300)}`, status: 200 }],
  })),
})

describeInChromium('the page of a check', (browser) => {
  it('has no axe-core violations and no horizontal scrolling in a narrow light and a wide dark window', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-report-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const file = join(dir, 'report.html')
    writeFileSync(file, await htmlReport(report, { version: '0.1.0', at: new Date() }))
    const found: unknown[] = []

    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1280],
    ] as const) {
      const context = await browser().newContext({ colorScheme, viewport: { width, height: 800 } })
      const page = await context.newPage()
      await page.goto(pathToFileURL(file).href)
      // All that can be unfolded.
      await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
      const { violations, sideways } = await looksOf(page)
      if (violations.length > 0 || sideways > 0) found.push({ colorScheme, width, violations, sideways })
      await context.close()
    }

    expect(found).toEqual([])
  })
})

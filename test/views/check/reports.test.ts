import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { isFailure, makeReport } from '../../../src/check/report.ts'
import { style } from '../../../src/terminal/style.ts'
import { displayWidth } from '../../../src/terminal/width.ts'
import { evidenceLine } from '../../../src/views/check/evidence-line.ts'
import { githubAnnotations } from '../../../src/views/check/github.ts'
import { htmlReport } from '../../../src/views/check/html.ts'
import { junitReport } from '../../../src/views/check/junit.ts'
import { checkFailure, checkView } from '../../../src/views/check/report.ts'
import { sarifReport } from '../../../src/views/check/sarif.ts'
import { finding } from '../../check/support/make-check.ts'

const report = makeReport({
  app: { key: 'app.acme.loyalty', name: 'Loyal & <b>', installScope: 'region' },
  complete: true,
  ms: 1234,
  checks: [
    { id: 'signature.genuine', title: 'A genuine delivery is accepted', outcome: 'passed', reason: null, ms: 12 },
    { id: 'signature.window', title: 'An old one is refused', outcome: 'failed', reason: null, ms: 3 },
    { id: 'once.duplicate', title: 'Twice is once', outcome: 'skipped', reason: 'signature.window failed', ms: 0 },
  ],
  findings: [
    {
      ...finding,
      check: 'signature.window',
      rules: ['HOOK-015'],
      title: 'Says </script><script>alert(1)</script> & "more"\u001b, 100%',
      why: 'One.\nTwo.',
      accepted: null,
    },
  ],
})

const made = { version: '1.2.3', at: new Date('2026-11-24T07:34:56Z') }

it.each([
  [1, true, '1 error was found.'],
  [2, true, '2 errors were found.'],
  [0, false, 'Some checks did not run in time.'],
  [1, false, '1 error was found. Some checks did not run in time.'],
])('a check with %i errors and complete: %s reports why it failed', (errors, complete, words) => {
  expect(checkFailure({ ...report, complete, counts: { ...report.counts, errors } })).toBe(words)
})

it('uses singular and plural for one error and no warning', () => {
  expect(checkView(report, { width: 0, style: style(false) })).toContain('1 failed (1 error, 0 warnings)')
})

it('on a terminal no line exceeds the width, and no check name is truncated', () => {
  const named = Array.from({ length: 9 }, (_, index) => `once.check-${index}`)
  const skipped = named.map((check) => ({ check, reason: 'app.toml has no storefront-block, and no panel either' }))
  const lines = checkView({ ...report, skipped }, { width: 80, style: style(false) }).split('\n')

  expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([])
  expect(lines.flatMap((line) => line.split(' ')).filter((word) => word.startsWith('once.check-'))).toEqual(named)
})

it('counts the checks that are skipped for one reason if there are many', () => {
  const skipped = Array.from({ length: 60 }, (_, at) => ({
    check: `embed.check-${at}`,
    reason: 'the app has no panel',
  }))
  const shown = checkView({ ...report, skipped }, { width: 100, style: style(false) })

  expect(shown).toContain('- skipped, the app has no panel: 60 checks (--json lists them)\n')
  expect(shown).not.toContain('embed.check-')
})

describe('reports of a check', () => {
  it('JUnit has a testcase per check, with its area as class, and no text of the app as markup', () => {
    const xml = junitReport(report, made.at)

    expect(xml).toContain(
      '<testsuite id="0" package="app.acme.loyalty" name="signature" tests="2" failures="1" errors="0" skipped="0" time="0.015" timestamp="2026-11-24T07:34:56" hostname="localhost">',
    )
    expect(xml).toContain('<testcase classname="signature" name="signature.genuine" time="0.012"/>')
    expect(xml).toContain(
      '<testcase classname="once" name="once.duplicate" time="0.000"><skipped>signature.window failed</skipped>',
    )
    expect(xml).toContain(
      '<failure message="Says &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;\\u001b',
    )
    expect(xml).not.toContain('\u001b')
  })

  it('SARIF has a rule per check and a result per finding', () => {
    const [run] = (JSON.parse(sarifReport(report, '1.2.3')) as { runs: [Record<string, unknown>] }).runs

    expect(run).toMatchObject({
      tool: { driver: { name: 'svcapp', version: '1.2.3', rules: [{ id: 'signature.genuine' }, {}, {}] } },
      results: [{ ruleId: 'signature.window', ruleIndex: 1, level: 'error', properties: { rules: ['HOOK-015'] } }],
    })
  })

  it('a pipe gets a line per finding with fix and evidence, and a line per skipped check with its reason', () => {
    const [first = '', second, figures] = checkView(report, { width: 0, style: style(false) }).split('\n')

    expect(first.split('\t')).toEqual([
      'error',
      'signature.window',
      String.raw`Says </script><script>alert(1)</script> & "more"\u001b, 100%`,
      finding.remedy,
      finding.evidence.map((one) => evidenceLine(one)).join('; '),
    ])
    expect(second).toBe('skipped\tonce.duplicate\tsignature.window failed')
    expect(figures).toMatch(/1 passed, 1 failed/)
  })

  it('the page lists at its top the areas that were not tested, and why', async () => {
    expect(await htmlReport(report, made)).toContain('Not tested: 1 check (signature.window failed).')
  })

  it('annotations are one line each, with terminating characters escaped', () => {
    const lines = githubAnnotations(report).split('\n')

    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^::error file=app\.toml,line=1,title=signature\.window%3A Says .*%2C 100%25::One\.%0ATwo\.%0ADo not\.$/,
    )
  })

  it('the page loads nothing, runs nothing, and shows text of the app as text', async () => {
    const page = await htmlReport(report, made)

    expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-')
    const [, hash = ''] = /sha256-([^&]+)&#39;/.exec(page) ?? []
    const [, sheet = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
    expect(createHash('sha256').update(sheet).digest('base64')).toBe(hash.replaceAll('&#x2F;', '/'))
    expect(page).toContain('Says &lt;/script&gt;&lt;script&gt;')
    expect(page).toContain('Loyal &amp; &lt;b&gt;: 1 error')
    expect(page).not.toMatch(/<script|https?:|<link|<img/)
    expect(page).toContain('signature.window failed')
    expect(page).toContain('on 24 Nov 2026, 07:34 UTC with svcapp 1.2.3')
  })
})

describe('a finding that app.toml accepts', () => {
  const accepted = makeReport({
    ...report,
    findings: report.findings.map((one) => ({ ...one, accepted: { reason: 'Old <b>', until: '2027-03-01' } })),
  })
  const words = 'accepted until 2027-03-01: Old <b>'

  it('is not an error, warning or note, and is counted', () => {
    expect(accepted.counts).toMatchObject({ failed: 1, errors: 0, warnings: 0, notes: 0, accepted: 1 })
    expect(isFailure(accepted)).toBe(false)
  })

  it('is shown with its reason and date in each report', async () => {
    const onTerminal = checkView(accepted, { width: 80, style: style(false) })
    const [piped = ''] = checkView(accepted, { width: 0, style: style(false) }).split('\n')
    const { runs } = JSON.parse(sarifReport(accepted, '1.2.3')) as { runs: { results: unknown[] }[] }

    expect(onTerminal).toContain(`signature.window: ${words}`)
    expect(onTerminal).toContain('1 passed, 1 failed (0 errors, 0 warnings), 1 finding accepted')
    const narrow = checkView(accepted, { width: 60, style: style(false) }).split('\n')
    expect(narrow.slice(-2).every((line) => line.length <= 60)).toBe(true)
    expect(piped.split('\t').slice(0, 2)).toEqual(['accepted', 'signature.window'])
    expect(githubAnnotations(accepted)).toMatch(/^::notice .*::accepted until 2027-03-01: Old <b>$/)
    expect(runs[0]?.results).toMatchObject([{ suppressions: [{ kind: 'external', justification: words }] }])
    expect(junitReport(accepted, made.at)).toContain(
      'name="signature.window" time="0.003"><skipped>accepted until 2027-03-01: Old &lt;b&gt;</skipped>',
    )
    expect(junitReport(accepted, made.at)).toContain('tests="2" failures="0" errors="0" skipped="1"')
    expect(await htmlReport(accepted, made)).toContain('accepted until 2027-03-01: Old &lt;b&gt;')
  })
})

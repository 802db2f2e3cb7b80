import { afterAll, describe, expect, it } from 'vitest'

import { areas } from '../../src/check/areas.ts'
import { defects } from '../apps/faulty-app/src/defects.ts'
import { isLong } from '../support/machine/long-run.ts'
import { checkFaulty, forgetFaulty, type FaultyRun } from './support/faulty.ts'

// The checks of its area, and those that these need, search for a defect, which takes a fraction of a second. faulty-whole.test.ts shows what else they make fail.

afterAll(forgetFaulty)

// An area without its checks yet says so by having one.
const known = new Set(areas.filter(({ checks }) => checks.length > 1).map(({ id }) => id))

/**
 * In the long run only. "lifecycle" takes a minute and the first of "answer" four, because the app waits six seconds for each
 * delivery. "once.duplicate" and "answer.sparse-event" below are the checks of these areas that always run.
 */
const slow = new Set(['lifecycle', 'once', 'answer'])

/** All in the long run; otherwise the first of each area, because each starts and installs an app. */
const mistakes = Object.entries(defects)
  .map(([name, defect]) => ({ name, shape: 'region' as const, within: '', ...defect }))
  .filter(({ area }) => known.has(area))
  .filter(({ area }, at, all) => isLong || (!slow.has(area) && all.findIndex((other) => other.area === area) === at))

describe.concurrent('a faulty app', () => {
  it.each(mistakes)('$area: $says ($name)', async ({ name, area, shape, within }) => {
    const report = await checkFaulty({ faulty: `${name},${within}`, shape, only: [area] })

    const found = report.findings.map(({ check }) => check)
    expect(found, JSON.stringify(report.skipped)).toContainEqual(expect.stringMatching(`^${area}\\.`))
    expect(report.complete, JSON.stringify(report.skipped)).toBe(true)
  })
})

it('reports the failed check that a selected check needs, instead of only skipping the selected check', async () => {
  const { checks, findings, counts } = await checkFaulty({
    faulty: 'install-redirect-uri',
    only: ['signature.genuine'],
  })

  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
  expect(outcomes).toMatchObject({ 'install.works': 'failed', 'signature.genuine': 'skipped' })
  expect(findings.map(({ check }) => check)).toContain('install.works')
  expect(counts.errors).toBeGreaterThan(0)
})

it('reports amounts of another store as such, even if they also appear in the other region', async () => {
  const { findings } = await checkFaulty({ faulty: 'session-all-totals', only: ['session.amounts'] })

  expect(findings.map(({ title }) => title)).toEqual(["The panel of one store shows another store's amounts"])
})

/** Mistakes that apps of others have made, each with the one check that finds it. */
const ofOthers: readonly (FaultyRun & { readonly faulty: string; readonly found: string })[] = [
  { faulty: 'once-by-signature', found: 'once.duplicate' },
  { faulty: 'answer-needs-order', found: 'answer.sparse-event' },
  { faulty: 'install-first-region', found: 'install.regions' },
  { faulty: 'install-denied-exchanged', found: 'install.declined' },
  { faulty: 'secret-config-root', found: 'secrets.pages' },
  { faulty: 'secret-served', found: 'secrets.served' },
  { faulty: 'embed-session-first', found: 'embed.invalid-in-session' },
  { faulty: 'polls-deltas,api-first-page', found: 'api.delta-pages' },
  { faulty: 'polls-deltas,api-own-cursor', found: 'api.delta-cursor' },
  { faulty: 'polls-deltas,api-own-cursor', found: 'api.delta-cursor', shape: 'store' },
  { faulty: 'polls-deltas,api-deleted-product', found: 'api.delta-deleted' },
  { faulty: 'api-needs-orders', found: 'api.empty-store' },
  { faulty: 'api-needs-name', found: 'api.no-person' },
  { faulty: 'web-exchange-host', found: 'web.fetches' },
  { faulty: 'money-one-sign', found: 'money.label' },
  { faulty: 'answers-first,api-new-reference', found: 'api.writes' },
  { faulty: 'session-open-data', found: 'session.amounts' },
  { faulty: 'bridge-size', found: 'bridge.resize' },
  { faulty: 'money-first-page', found: 'money.pages' },
  { faulty: 'money-mixed,money-first-page', found: 'money.mixed' },
  { faulty: 'money-negative', found: 'money.negative' },
  { faulty: 'once-works-again', found: 'once.late' },
  { faulty: 'install-all-scopes', found: 'install.optional-scopes' },
  { faulty: 'exchange-hammers', found: 'install.rate-limit' },
  { faulty: 'install-old-given-up', found: 'install.reinstall' },
]

it.each(isLong ? ofOthers : ofOthers.slice(0, 2))('$found finds $faulty', async ({ found, ...run }) => {
  const { findings } = await checkFaulty({ ...run, only: [found] })

  expect(findings.map(({ check }) => check)).toEqual([found])
})

it('does not judge a late call for one event by the region of the next event', async () => {
  const { findings } = await checkFaulty({
    faulty: 'answers-first,pauses-between-calls',
    shape: 'store',
    only: ['api.pin'],
  })

  expect(findings).toEqual([])
})

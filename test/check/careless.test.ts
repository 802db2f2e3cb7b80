import { afterAll, describe, expect, it } from 'vitest'

import { areas } from '../../src/check/areas.ts'
import { defects } from '../apps/careless/src/defects.ts'
import { isLong } from '../support/machine/long-run.ts'
import { checkCareless, forgetCareless, type CarelessRun } from './support/careless.ts'

// The checks of its area, and those that these need, search for a defect, which takes a fraction of a second. careless-whole.test.ts shows what else they make fail.

afterAll(forgetCareless)

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
    const report = await checkCareless({ careless: `${name},${within}`, shape, only: [area] })

    expect(report.findings.map(({ check }) => check)).toContainEqual(expect.stringMatching(`^${area}\\.`))
    expect(report.complete, JSON.stringify(report.skipped)).toBe(true)
  })
})

it('reports the failed check that a selected check needs, instead of only skipping the selected check', async () => {
  const { checks, findings, counts } = await checkCareless({
    careless: 'install-redirect-uri',
    only: ['signature.genuine'],
  })

  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
  expect(outcomes).toMatchObject({ 'install.works': 'failed', 'signature.genuine': 'skipped' })
  expect(findings.map(({ check }) => check)).toContain('install.works')
  expect(counts.errors).toBeGreaterThan(0)
})

it('reports amounts of another store as such, even if they also appear in the other region', async () => {
  const { findings } = await checkCareless({ careless: 'session-all-totals', only: ['session.amounts'] })

  expect(findings.map(({ title }) => title)).toEqual(["The panel of one store shows another store's amounts"])
})

/** Mistakes that apps of others have made, each with the one check that finds it. */
const ofOthers: readonly (Required<Pick<CarelessRun, 'careless'>> & { readonly found: string })[] = [
  { careless: 'once-by-signature', found: 'once.duplicate' },
  { careless: 'answer-needs-order', found: 'answer.sparse-event' },
  { careless: 'install-first-region', found: 'install.regions' },
  { careless: 'install-denied-exchanged', found: 'install.declined' },
  { careless: 'secret-config-root', found: 'secrets.pages' },
  { careless: 'secret-served', found: 'secrets.served' },
  { careless: 'embed-session-first', found: 'embed.invalid-in-session' },
  { careless: 'polls-deltas,api-first-page', found: 'api.delta-pages' },
  { careless: 'polls-deltas,api-own-cursor', found: 'api.delta-cursor' },
  { careless: 'polls-deltas,api-deleted-product', found: 'api.delta-deleted' },
  { careless: 'api-needs-orders', found: 'api.empty-store' },
  { careless: 'api-needs-name', found: 'api.no-person' },
  { careless: 'web-exchange-host', found: 'web.fetches' },
  { careless: 'money-one-sign', found: 'money.label' },
  { careless: 'answers-first,api-new-reference', found: 'api.writes' },
  { careless: 'session-open-data', found: 'session.amounts' },
]

it.each(isLong ? ofOthers : ofOthers.slice(0, 2))('$found finds $careless', async ({ careless, found }) => {
  const { findings } = await checkCareless({ careless, only: [found] })

  expect(findings.map(({ check }) => check)).toEqual([found])
})

it('does not judge a late call for one event by the region of the next event', async () => {
  const { findings } = await checkCareless({
    careless: 'answers-first,pauses-between-calls',
    shape: 'store',
    only: ['api.pin'],
  })

  expect(findings).toEqual([])
})

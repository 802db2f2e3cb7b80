import { afterAll, describe, expect, it } from 'vitest'

import { areas } from '../../src/check/areas.ts'
import type { CheckReport } from '../../src/check/report.ts'
import { defects } from '../apps/careless/src/defects.ts'
import { variations } from '../apps/careless/src/variations.ts'
import { checkCareless, forgetCareless, type CarelessRun } from './support/careless.ts'

// The checks of its area, and those that these need, search for a defect, which takes a fraction of a second. Whole checks of a few defects show what else
// they make fail.

afterAll(forgetCareless)

// An area without its checks yet says so by having one.
const known = new Set(areas.filter(({ checks }) => checks.length > 1).map(({ id }) => id))

/** All with SVCAPP_LONG=1; otherwise every twelfth, because each starts and installs an app. */
const isLong = process.env['SVCAPP_LONG'] === '1'

const mistakes = Object.entries(defects)
  .map(([name, defect]) => ({ name, shape: 'region' as const, within: '', ...defect }))
  .filter(({ area }, at) => known.has(area) && (isLong || at % 12 === 0))

describe.concurrent('a mistake of the app', () => {
  it.each(mistakes)('$area: $says ($name)', async ({ name, area, shape, within }) => {
    const report = await checkCareless({ careless: `${name},${within}`, shape, only: [area] })

    expect(report.findings.map(({ check }) => check)).toContainEqual(expect.stringMatching(`^${area}\\.`))
    expect(report.complete).toBe(true)
  })
})

it('a failed check that a chosen one needs is reported, and not only that the chosen one was skipped', async () => {
  const { checks, findings, counts } = await checkCareless({
    careless: 'install-redirect-uri',
    only: ['signature.genuine'],
  })

  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
  expect(outcomes).toMatchObject({ 'install.works': 'failed', 'signature.genuine': 'skipped' })
  expect(findings.map(({ check }) => check)).toContain('install.works')
  expect(counts.errors).toBeGreaterThan(0)
})

it('amounts of strangers are reported as those of another store, though they show in the other region too', async () => {
  const { findings } = await checkCareless({ careless: 'session-all-totals', only: ['session.amounts'] })

  expect(findings.map(({ title }) => title)).toEqual(['The panel of one store shows amounts of another store'])
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

it.each(ofOthers.filter((_, at) => isLong || at % 4 === 0))('$found finds $careless', async ({ careless, found }) => {
  const { findings } = await checkCareless({ careless, only: [found] })

  expect(findings.map(({ check }) => check)).toEqual([found])
})

it('a late call for one event is not judged by the region of the next event', async () => {
  const { findings } = await checkCareless({
    careless: 'answers-first,pauses-between-calls',
    shape: 'store',
    only: ['api.pin'],
  })

  expect(findings).toEqual([])
})

/** Each with the check that names the cause, and after it those that would fail by the same. */
const causes: readonly (Required<Pick<CarelessRun, 'careless' | 'only'>> & CarelessRun)[] = [
  { careless: 'signature-of-json', only: ['signature.reserialised', 'answer.pieces'] },
  { careless: 'signature-parsed-first', only: ['signature.body', 'answer.strange-body'] },
  {
    careless: 'signature-first-header',
    only: ['signature.two-signature', 'signature.two-topic', 'signature.two-store'],
  },
  { careless: 'embed-any-store', only: ['embed.other-store', 'session.amounts'] },
  { careless: 'embed-any-region', only: ['embed.other-region', 'session.amounts'] },
  { careless: 'install-old-token', only: ['install.reinstall', 'lifecycle.reinstall'] },
  { careless: 'install-one-region', only: ['install.regions', 'lifecycle.taken'] },
  { careless: 'session-any-place', only: ['session.other-store', 'bridge.foreign-hints'] },
  { careless: 'api-hot-broken', only: ['api.broken', 'api.slow'] },
  { careless: 'api-no-pin-again', shape: 'store', only: ['api.pin', 'answer.order'] },
  { careless: 'once-gifts', only: ['once.duplicate', 'api.writes'] },
  { careless: 'once-in-memory', only: ['once.restart', 'once.instances'] },
  { careless: 'once-last', only: ['once.late', 'once.instances'] },
  { careless: 'once-too-early', only: ['once.failure', 'once.kill'] },
  { careless: 'install-same-state-once', only: ['install.state', 'install.second-start', 'api.opaque-token'] },
  {
    careless: 'embed-identity-query,session-by-query',
    only: ['embed.identity', 'session.other-store', 'session.amounts'],
  },
]

// What a killed process leaves takes ten seconds to show.
it.each(isLong ? causes : causes.filter(({ only }) => !only.includes('once.kill')))(
  '$careless is one cause and one finding',
  async ({ careless, only, shape = 'region' }) => {
    const { findings } = await checkCareless({ careless, only, shape })

    expect(findings.map(({ check }) => check)).toEqual(only.slice(0, 1))
  },
)

/** The mistakes that could make most other checks fail. */
const looked = ['install-any-state', 'lifecycle-all-stores', 'embed-unsigned']

/** Compatible variations together, because a whole check of each would take as long as all other tests of this file. */
const mixtures = [
  'accepts-with-204,refuses-with-403,no-skew,other-cookie-name,refuses-panel-with-200,more-headers,redirects-with-302,patient,further-cookies,counts-deliveries',
  'accepts-with-202,answers-first,keeps-rows,embed-once,cookie-lifetime,no-codes,more-ancestors,installs-without-redirect',
  'header-session,asks-no-token',
  'replace-state,keeps-event-rows,installs-by-name,joined-addresses',
  'no-names,refuses-for-long',
  'answers-first,waits-a-minute',
  'answers-first,pauses-between-calls',
  'keeps-elsewhere,answers-first',
  'keeps-in-memory',
  'counts-in-memory',
  'begins-slowly',
  'polls-deltas,works-in-a-queue',
  'refreshes-stores,reads-lists',
]

describe('a whole check', () => {
  it.each(isLong ? looked : looked.slice(0, 1))('of %s finds little else', async (name) => {
    const { area } = defects[name as keyof typeof defects]

    const report = await checkCareless({ careless: name })

    expect(errorsOf(report).filter((error) => !error.startsWith(`${area}.`)).length).toBeLessThanOrEqual(3)
  })

  it.each(isLong ? (['region', 'store'] as const) : (['region'] as const))(
    'finds nothing in the right app, installed by %s',
    async (shape) => {
      const { findings, skipped, complete } = await checkCareless({ shape })

      const unseen = skipped.filter(
        ({ check, reason }) => !reason.startsWith('app.toml has no ') && !check.startsWith('api.delta-'),
      )
      expect({ findings, unseen, complete }).toEqual({ findings: [], unseen: [], complete: true })
    },
  )

  it.each(isLong ? mixtures : mixtures.slice(0, 2))(
    'has no error for variations that are right too: %s',
    async (names) => {
      const report = await checkCareless({ careless: names })

      expect({ errors: errorsOf(report), complete: report.complete }).toEqual({ errors: [], complete: true })
    },
  )

  it('covers every variation', () => {
    const mixed = [...new Set(mixtures.flatMap((names) => names.split(',')))]

    expect(mixed.toSorted()).toEqual(Object.keys(variations).toSorted())
  })
})

/** Where and what was found, readable when the test fails. */
function errorsOf({ findings }: CheckReport): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ check, title }) => `${check}: ${title}`)
}

import { afterAll, describe, expect, it } from 'vitest'

import { areas } from '../../src/check/areas.ts'
import type { CheckReport } from '../../src/check/report.ts'
import { defects } from '../apps/careless/src/defects.ts'
import { variations } from '../apps/careless/src/variations.ts'
import { checkCareless, forgetCareless } from './support/careless.ts'

// A defect is looked for by the checks of its area and what these need, which takes a fraction of a second; what else it makes fail is asked for a few, by
// whole checks.

/** On a machine with other work. */
const LONG = { timeout: 120_000 }

afterAll(forgetCareless)

// An area without its checks yet says so by having one.
const known = new Set(areas.filter(({ checks }) => checks.length > 1).map(({ id }) => id))

/** All with SVCAPP_LONG=1; else every twelfth: each is an app that is started and installed. */
const isLong = process.env['SVCAPP_LONG'] === '1'

const mistakes = Object.entries(defects)
  .map(([name, defect]) => ({ name, shape: 'region' as const, within: '', ...defect }))
  .filter(({ area }, at) => known.has(area) && (isLong || at % 12 === 0))

describe.concurrent('a mistake of the app', LONG, () => {
  it.each(mistakes)('$area: $says ($name)', async ({ name, area, shape, within }) => {
    const report = await checkCareless({ careless: `${name},${within}`, shape, only: [area] })

    expect(report.findings.map(({ check }) => check)).toContainEqual(expect.stringMatching(`^${area}\\.`))
    expect(report.complete).toBe(true)
  })
})

it('what fails of what a chosen check needs is told, and not only that this was skipped', LONG, async () => {
  const { checks, findings, counts } = await checkCareless({
    careless: 'install-redirect-uri',
    only: ['signature.genuine'],
  })

  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
  expect(outcomes).toMatchObject({ 'install.works': 'failed', 'signature.genuine': 'skipped' })
  expect(findings.map(({ check }) => check)).toContain('install.works')
  expect(counts.errors).toBeGreaterThan(0)
})

/** Those that most other checks could stumble over. */
const looked = ['install-any-state', 'lifecycle-all-stores', 'embed-unsigned']

/** Variations that go together: a whole check of each would take as long as all other tests of this file. */
const mixtures = [
  'accepts-with-204,refuses-with-403,no-skew,other-cookie-name,refuses-panel-with-200,more-headers,redirects-with-302,patient,further-cookies,counts-deliveries',
  'accepts-with-202,answers-first,keeps-rows,embed-once,cookie-lifetime,no-codes,more-ancestors,installs-without-redirect',
  'header-session,asks-no-token',
  'replace-state,keeps-event-rows,installs-by-name,joined-addresses',
  'no-names,refuses-for-long',
  'answers-first,waits-a-minute',
  'keeps-elsewhere,answers-first',
  'keeps-in-memory',
  'counts-in-memory',
  'begins-slowly',
]

describe('a whole check', LONG, () => {
  it.each(isLong ? looked : looked.slice(0, 1))('of %s finds little beside it', async (name) => {
    const { area } = defects[name as keyof typeof defects]

    const report = await checkCareless({ careless: name })

    expect(errorsOf(report).filter((error) => !error.startsWith(`${area}.`)).length).toBeLessThanOrEqual(3)
  })

  it.each(isLong ? (['region', 'store'] as const) : (['region'] as const))(
    'finds nothing in the right app, installed by %s',
    async (shape) => {
      const { findings, skipped, complete } = await checkCareless({ shape })

      const unseen = skipped.filter(({ reason }) => !reason.startsWith('app.toml has no '))
      expect({ findings, unseen, complete }).toEqual({ findings: [], unseen: [], complete: true })
    },
  )

  it.each(isLong ? mixtures : mixtures.slice(0, 2))('has no error for what is equally right: %s', async (names) => {
    const report = await checkCareless({ careless: names })

    expect({ errors: errorsOf(report), complete: report.complete }).toEqual({ errors: [], complete: true })
  })

  it('is made for each variation', () => {
    const mixed = [...new Set(mixtures.flatMap((names) => names.split(',')))]

    expect(mixed.toSorted()).toEqual(Object.keys(variations).toSorted())
  })
})

/** Where and what, to be read when it fails. */
function errorsOf({ findings }: CheckReport): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ check, title }) => `${check}: ${title}`)
}

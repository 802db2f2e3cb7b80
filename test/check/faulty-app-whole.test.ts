import { afterAll, describe, expect, it } from 'vitest'

import type { CheckReport } from '../../src/check/report.ts'
import { defects } from '../apps/faulty-app/src/defects.ts'
import { variations } from '../apps/faulty-app/src/variations.ts'
import { isLong } from '../support/machine/long-run.ts'
import { checkFaulty, forgetFaulty } from './support/faulty.ts'

afterAll(forgetFaulty)

/** The mistakes that could make most other checks fail. */
const looked = ['install-any-state', 'lifecycle-all-stores', 'embed-unsigned']

/** A whole check runs all areas, a minute on an idle machine, so it may take longer than other tests until it counts as hung. */
const WHOLE_MS = 1_800_000

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

describe('a full check', () => {
  it.runIf(isLong).each(looked)('of %s finds little else', async (name) => {
    const { area } = defects[name as keyof typeof defects]

    const report = await checkFaulty({ faulty: name })

    expect(errorsOf(report).filter((error) => !error.startsWith(`${area}.`)).length).toBeLessThanOrEqual(3)
  })

  it.each(isLong ? (['region', 'store'] as const) : (['region'] as const))(
    'finds nothing in the correct app, installed by %s',
    async (shape) => {
      // It reads deltas, so that their checks have something to judge.
      const { findings, skipped, complete } = await checkFaulty({ faulty: 'polls-deltas', shape })

      const unseen = skipped.filter(({ reason }) => !/^app\.toml has no |reads no list of orders/.test(reason))
      expect({ findings, unseen, complete }).toEqual({ findings: [], unseen: [], complete: true })
    },
    WHOLE_MS,
  )

  it.runIf(isLong).each(mixtures)('has no error for variations that are right too: %s', async (names) => {
    const report = await checkFaulty({ faulty: names })

    expect({ errors: errorsOf(report), complete: report.complete }).toEqual({ errors: [], complete: true })
  })

  it('covers every variation', () => {
    const mixed = [...new Set(mixtures.flatMap((names) => names.split(',')))]

    expect(mixed.toSorted()).toEqual(Object.keys(variations).toSorted())
  })
})

/** Where and what was found, readable when the test fails. */
function errorsOf({ findings }: CheckReport): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ check, title }) => `${check}: ${title}`)
}

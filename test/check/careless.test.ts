import { describe, expect, it } from 'vitest'

import { areas } from '../../src/check/areas.ts'
import type { CheckReport } from '../../src/check/report.ts'
import { defects } from '../apps/careless/src/defects.ts'
import { variations } from '../apps/careless/src/variations.ts'
import { checkCareless } from './support/careless.ts'

// A defect is looked for by the checks of its area and what these need, which takes a fraction of a second; what else it makes fail is asked for a few, by
// whole checks.

/** On a machine with other work. */
const LONG = { timeout: 120_000 }

// An area without its checks yet says so by having one.
const known = new Set(areas.filter(({ checks }) => checks.length > 1).map(({ id }) => id))

const mistakes = Object.entries(defects)
  .map(([name, defect]) => ({ name, shape: 'region' as const, ...defect }))
  .filter(({ area }) => known.has(area))

describe.concurrent('a mistake of the app', LONG, () => {
  it.each(mistakes)('$area: $says ($name)', async ({ name, area, shape }) => {
    const report = await checkCareless({ careless: name, shape, only: [area] })

    expect(report.findings.map(({ check }) => check)).toContainEqual(expect.stringMatching(`^${area}\\.`))
    expect(report.complete).toBe(true)
  })
})

/** One of each area, and those that many checks could stumble over. */
const looked = [
  'embed-unsigned',
  'session-none',
  'install-any-state',
  'lifecycle-all-stores',
  'secret-token-page',
  'once-never',
]

describe.concurrent('a whole check', LONG, () => {
  it.each(looked)('of %s finds little that is not its own', async (name) => {
    const { area } = defects[name as keyof typeof defects]

    const report = await checkCareless({ careless: name })

    expect(errorsOf(report).filter((error) => !error.startsWith(`${area}.`)).length).toBeLessThanOrEqual(3)
  })

  it.each(['region', 'store'] as const)('finds nothing in the right app, installed by %s', async (shape) => {
    const { findings, skipped, complete } = await checkCareless({ shape })

    const unseen = skipped.filter(({ reason }) => !reason.startsWith('app.toml has no '))
    expect({ findings, unseen, complete }).toEqual({ findings: [], unseen: [], complete: true })
  })

  it.each(Object.entries(variations))('has no error for what is as right: %s (%s)', async (name) => {
    const report = await checkCareless({ careless: name })

    expect({ errors: errorsOf(report), complete: report.complete }).toEqual({ errors: [], complete: true })
  })
})

/** Where and what, to be read when it fails. */
function errorsOf({ findings }: CheckReport): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ check, title }) => `${check}: ${title}`)
}

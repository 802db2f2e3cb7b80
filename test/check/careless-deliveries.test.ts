import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { defects } from '../apps/careless/src/defects.ts'
import type { VariationName } from '../apps/careless/src/variations.ts'
import { openCheckStage } from './support/check-stage.ts'
import { sideBySide } from './support/side-by-side.ts'

const areas = ['signature', 'answer', 'once']

const careless = join(import.meta.dirname, '../apps/careless')

/** What is about deliveries; the first makes no mistake. */
const otherwise: readonly (VariationName | '')[] = [
  '',
  'accepts-with-204',
  'accepts-with-202',
  'refuses-with-403',
  'answers-first',
  'patient',
]

describe('deliveries of an app that makes one mistake', { timeout: 300_000 }, () => {
  it.each(areas)('each mistake about %s is found by a check of that area', async (area) => {
    const stage = await openCheckStage(careless)
    const names = Object.entries(defects).filter(([, defect]) => defect.area === area)

    const missed = await sideBySide(names, async ([name]) => {
      const { findings } = await stage.check([area], { CARELESS: name })
      return findings.some(({ check }) => check.startsWith(`${area}.`)) ? [] : [name]
    })

    expect(missed.flat()).toEqual([])
    await stage.close()
  })

  it('what is as right in another way is no error, and an app without a mistake passes', async () => {
    const stage = await openCheckStage(careless)

    const wrong = await sideBySide(otherwise, async (name) => {
      const { findings } = await stage.check(areas, { CARELESS: name })
      return findings
        .filter(({ severity }) => name === '' || severity === 'error')
        .map(({ check, title, evidence }) => ({ name, check, title, evidence }))
    })

    expect(wrong.flat()).toEqual([])
    await stage.close()
  })
})

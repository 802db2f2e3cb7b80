import { expect, it } from 'vitest'

import { CannotJudge } from '../../../src/check/cannot-judge.ts'
import { createUnusedAges } from '../../../src/check/harness/embed-token.ts'
import type { InstallPlace } from '../../../src/check/harness/install-place.ts'

const place = { store: { id: 1001 }, installRegionId: 1 } as InstallPlace
const other = { store: { id: 1001 }, installRegionId: 2 } as InstallPlace

it('two tokens for one store and region never share the same second, and the check fails instead of reusing a token', () => {
  const unusedAge = createUnusedAges()
  const seconds = Array.from({ length: 60 }, () => 1000 - unusedAge(place, 1000))

  expect(new Set(seconds).size).toBe(60)
  expect(() => unusedAge(place, 1000)).toThrow(CannotJudge)
  expect([unusedAge(place, 1001), unusedAge(other, 1000)]).toEqual([0, 0])
})

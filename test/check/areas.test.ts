import { expect, it } from 'vitest'

import { allChecks } from '../../src/check/areas.ts'

const checks = new Map(allChecks.map((check) => [check.id, check]))

it('every check that another check requires exists', () => {
  const named = allChecks.flatMap(({ needs, unless = [] }) => [...needs, ...unless])

  expect(named.filter((id) => !checks.has(id))).toEqual([])
})

it('no check depends on itself, directly or indirectly', () => {
  const waitsFor = (id: string, seen: ReadonlySet<string>): boolean => {
    if (seen.has(id)) return true
    const { needs = [], unless = [] } = checks.get(id) ?? {}
    return [...needs, ...unless].some((next) => waitsFor(next, new Set([...seen, id])))
  }

  expect([...checks.keys()].filter((id) => waitsFor(id, new Set()))).toEqual([])
})

import { expect, it } from 'vitest'

import { instantOf, isDay } from '../../src/text/instant.ts'

it.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-11-01T12:00Z', '2026-11-01T12:00:00.000Z'],
  ['2026-11-01 12:00:30.5+03:00', '2026-11-01T09:00:30.500Z'],
])('reads %s as %s', (text, at) => {
  expect(instantOf(text)?.toISOString()).toBe(at)
})

it.each([
  '2026-02-30',
  '2026-02-30T12:00:00Z',
  '2026-02-29',
  '2026-04-31T00:00:00+03:00',
  '2026-13-01',
  '2026-11-01T25:00:00Z',
  'Feb 30 2026',
  '2026-11-01 (noon)',
  '',
])('has no instant for %j', (text) => {
  expect(instantOf(text)).toBe(null)
})

it('knows which days there are', () => {
  expect(['2026-02-28', '2026-02-30', '2026-99-99', '2026-2-1', 'x'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

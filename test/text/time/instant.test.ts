import { spawnSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { parseInstant, isDay, parseTimeOfDay } from '../../../src/text/time/instant.ts'

it.each([
  ['2026-11-01T12:00Z', '2026-11-01T12:00:00.000Z'],
  ['2026-11-01 12:00:30.5+03:00', '2026-11-01T09:00:30.500Z'],
])('reads %s as %s', (text, at) => {
  expect(parseInstant(text)?.toISOString()).toBe(at)
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
])('returns no instant for %j', (text) => {
  expect(parseInstant(text)).toBe(null)
})

it('accepts only existing dates', () => {
  expect(['2026-02-28', '2026-02-30', '2026-99-99', '2026-2-1', 'x'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

it.each([
  ['Pacific/Kiritimati', '2026-11-26T10:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-27T08:00:00.000Z'],
])('reads a day, a time without a zone and the start of today in %s as one instant', (TZ, at) => {
  const source = new URL('../../../src/text/time/instant.ts', import.meta.url).href
  const code = `const { parseInstant, parseTimeOfDay } = await import(${JSON.stringify(source)})
    const now = new Date(Date.parse(${JSON.stringify(at)}) + 3_600_000)
    console.log([parseInstant('2026-11-27'), parseInstant('2026-11-27 00:00'), parseTimeOfDay('0:00', now)].map((one) => one.toISOString()).join())`

  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env: { TZ }, encoding: 'utf8' })

  expect(stdout.trim()).toBe([at, at, at].join())
})

it('reads a time of day as the last such time', () => {
  const now = new Date(2026, 10, 27, 9, 0)

  expect(parseTimeOfDay('08:59:30', now)).toEqual(new Date(2026, 10, 27, 8, 59, 30))
  expect(parseTimeOfDay('21:00', now)).toEqual(new Date(2026, 10, 26, 21, 0))
  for (const text of ['24:00', '9', '09:60', '9:5', '09:30Z']) expect(parseTimeOfDay(text, now)).toBe(null)
})

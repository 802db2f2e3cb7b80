import { expect, it } from 'vitest'

import { parseDuration } from '../../src/control/duration.ts'

it.each([
  ['500ms', 500],
  ['90s', 90_000],
  ['6m', 360_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['1h30m', 5_400_000],
  ['0s', 0],
])('reads %s as %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

it.each(['', '6', 'm', '6 m', '-6m', '6M', '1.5h', '6m!', '6mm', 'six minutes', '9999999999d'])(
  'refuses %j',
  (text) => {
    expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'usage.invalid' }))
  },
)

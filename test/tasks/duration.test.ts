import { expect, it } from 'vitest'

import { parseAge, parseDuration } from '../../src/tasks/duration.ts'

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
  'rejects %j',
  (text) => {
    expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'usage.invalid' }))
  },
)

it.each([
  ['90s', 90_000],
  ['6m', 360_000],
  ['-2h', -7_200_000],
  ['0ms', 0],
])('an age of %s is %i ms', (text, ms) => {
  expect(parseAge(text)).toBe(ms)
})

it.each(['', '6', 'm', '6 m', '6x', '1e3s', '99999999999s'])('%j is not a valid age', (text) => {
  expect(() => parseAge(text)).toThrow(expect.objectContaining({ code: 'usage.invalid' }))
})

import { expect, it } from 'vitest'

import { sinceOf } from '../../../src/cli/values/since.ts'

const now = new Date(2026, 10, 27, 12, 0)

it.each([
  ['2h', new Date(2026, 10, 27, 10, 0)],
  ['1w', new Date(2026, 10, 20, 12, 0)],
  ['09:30', new Date(2026, 10, 27, 9, 30)],
  ['2026-11-26', new Date(2026, 10, 26)],
  ['2026-11-26 09:30', new Date(2026, 10, 26, 9, 30)],
  ['2026-11-26T09:30:15Z', new Date(Date.UTC(2026, 10, 26, 9, 30, 15))],
  ['1795600000', new Date(1_795_600_000_000)],
])('reads %s', (text, at) => {
  expect(sinceOf(text, now)).toEqual(at)
})

it.each(['', 'now', '2', '-2h', '2026-11', '26.11.2026'])('rejects %j and lists the accepted forms', (text) => {
  expect(() => sinceOf(text, now)).toThrow(
    expect.objectContaining({
      code: 'usage.invalid',
      suggestions: [expect.stringContaining('Use a local time (09:30')],
    }),
  )
})

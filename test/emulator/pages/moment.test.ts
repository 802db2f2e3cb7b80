import { expect, it } from 'vitest'

import { moment } from '../../../src/emulator/pages/moment.ts'

const now = Date.parse('2026-11-26T21:10:11.123Z')

it.each([
  [0, 'just now'],
  [-59_999, 'just now'],
  [-60_000, '1 minute ago'],
  [-59 * 60_000, '59 minutes ago'],
  [-23 * 3_600_000, '23 hours ago'],
  [-86_400_000, 'yesterday'],
  [3 * 86_400_000, 'in 3 days'],
  [-400 * 86_400_000, 'last year'],
])('shows a moment %d ms from the emulator clock as %s', async (ms, words) => {
  expect(String(await moment({ now: () => new Date(now) }, now + ms))).toContain(`<small>${words}</small>`)
})

it('shows day, time and zone to users, and the exact instant to programs', async () => {
  const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value

  const text = String(await moment({ now: () => new Date(now) }, new Date(now).toISOString()))

  expect(text).toMatch(
    /^<time datetime="2026-11-26T21:10:11.123Z" title="2026-11-26T21:10:11.123Z">\d\d? Nov 2026, \d\d:\d\d /,
  )
  expect(text).toContain(`${zone} <small>`)
})

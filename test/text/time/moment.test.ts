import { expect, it } from 'vitest'

import { agoText, momentText } from '../../../src/text/time/moment.ts'

it('shows a list in minutes, and in milliseconds if rows of one second are compared', () => {
  const at = new Date('2026-11-26T21:10:11.123Z')

  expect(momentText(at)).toMatch(/^\d\d? Nov 2026, \d\d:\d\d [A-Z]\S*$/)
  expect(momentText(at, 'exact')).toMatch(/^\d\d? Nov 2026, \d\d:\d\d:11\.123 [A-Z]\S*$/)
})

it.each([
  [-300, '5 minutes ago'],
  [-59, 'just now'],
  [0, 'just now'],
  [20, 'in 20 seconds'],
  [300, 'in 5 minutes'],
])('shows a time %i s from now as %s', (seconds, text) => {
  const now = new Date('2026-11-26T21:10:11.000Z')

  expect(agoText(new Date(now.getTime() + seconds * 1000), now)).toBe(text)
})

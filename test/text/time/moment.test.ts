import { expect, it } from 'vitest'

import { momentText } from '../../../src/text/time/moment.ts'

it('shows a list in minutes, and in milliseconds if rows of one second are compared', () => {
  const at = new Date('2026-11-26T21:10:11.123Z')

  expect(momentText(at)).toMatch(/^\d\d? Nov 2026, \d\d:\d\d [A-Z]\S*$/)
  expect(momentText(at, 'exact')).toMatch(/^\d\d? Nov 2026, \d\d:\d\d:11\.123 [A-Z]\S*$/)
})

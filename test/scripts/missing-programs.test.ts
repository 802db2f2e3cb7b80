import { expect, it } from 'vitest'

import { missingProgramsLine } from '../support/machine/needed-programs.ts'

it('one line counts the tests that were skipped for want of a program, and says how to install it', () => {
  const titles = [
    'a page shows a row (skipped: no Chromium)',
    'a page shows two rows (skipped: no Chromium)',
    'completion zsh completes flags (skipped: no zsh)',
    'only on Windows',
  ]

  expect(missingProgramsLine(titles)).toBe(
    '3 tests were skipped, because this machine lacks: Chromium (2), zsh (1). On Debian: apt-get install chromium chromium-headless-shell zsh',
  )
})

it('a program that Debian lacks is counted without a command', () => {
  expect(missingProgramsLine(['completes topics (skipped: no PowerShell)'])).toBe(
    '1 test was skipped, because this machine lacks: PowerShell (1).',
  )
})

it('no line is printed when no program is missing', () => {
  expect(missingProgramsLine(['only on Windows'])).toBeNull()
})

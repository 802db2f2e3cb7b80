import { expect, it } from 'vitest'

import { missingProgramsLine } from '../support/machine/needed-programs.ts'

it('prints one line with the number of tests skipped for a missing program and how to install it', () => {
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

it('counts a program that Debian lacks, without an install command', () => {
  expect(missingProgramsLine(['completes topics (skipped: no PowerShell)'])).toBe(
    '1 test was skipped, because this machine lacks: PowerShell (1).',
  )
})

it('prints no line if no program is missing', () => {
  expect(missingProgramsLine(['only on Windows'])).toBeNull()
})

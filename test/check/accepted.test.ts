import { expect, it } from 'vitest'

import { requireKnownChecks, unusedEntries } from '../../src/check/accepted.ts'

const entry = { id: 'signature.window', reason: 'Until the old proxy is gone.', until: '2027-03-01' }

it('rejects an entry with an unknown check, and suggests the nearest id', () => {
  const known = ['signature.window', 'once.duplicate']

  expect(() => requireKnownChecks([entry], known)).not.toThrow()
  expect(() => requireKnownChecks([entry, { ...entry, id: 'signature.windows' }], known)).toThrow(
    expect.objectContaining({
      code: 'project.invalid',
      message: 'app.toml accepts "signature.windows", which is not a check id.',
      suggestions: [expect.stringContaining('signature.window'), 'List all ids: app check --list'],
    }),
  )
})

it('an entry is unused if its check passed, but not if its check did not run', () => {
  const check = { title: '', reason: null, ms: 0 }
  const checks = [
    { ...check, id: 'signature.window', outcome: 'passed' as const },
    { ...check, id: 'once.duplicate', outcome: 'skipped' as const },
  ]

  expect(unusedEntries([entry, { ...entry, id: 'once.duplicate' }], checks)).toEqual(['signature.window'])
})

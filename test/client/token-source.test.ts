import { expect, it } from 'vitest'

import { withTokenSource } from '../../src/client/token-source.ts'
import { AppError } from '../../src/errors.ts'

const advice = ['It was revoked.', 'Only a new install gives a new token: `app install`.']
const rejected = (code: 'api.unauthorized' | 'api.forbidden' | 'api.error') =>
  new AppError(code, 'No.', { suggestions: advice, details: { status: 401 } })

it.each(['api.unauthorized', 'api.forbidden'] as const)(
  'names the variable first, and advises no install, for %s',
  (code) => {
    const { suggestions, details } = withTokenSource(rejected(code), {
      backend: 'environment',
      where: 'SVCAPP_TOKEN',
      savedAt: null,
    })

    expect(suggestions).toEqual([expect.stringMatching(/^The token came from SVCAPP_TOKEN.*Unset it/), advice[0]])
    expect(details).toEqual({ status: 401, tokenSource: { backend: 'environment', where: 'SVCAPP_TOKEN' } })
  },
)

it('names the place of a stored token after the advice, with the time', () => {
  const savedAt = new Date('2026-11-21T12:00:00Z')
  const { suggestions } = withTokenSource(rejected('api.unauthorized'), {
    backend: 'keychain',
    where: 'the keychain',
    savedAt,
  })

  expect(suggestions).toEqual([...advice, 'The token came from the keychain, stored 2026-11-21 12:00 UTC.'])
})

it('changes no other error, and none without a known source', () => {
  const source = { backend: 'file', where: 'f', savedAt: null }

  expect(withTokenSource(rejected('api.error'), source).suggestions).toEqual(advice)
  expect(withTokenSource(rejected('api.unauthorized'), null).suggestions).toEqual(advice)
})

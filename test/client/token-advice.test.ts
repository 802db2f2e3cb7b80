import { expect, it } from 'vitest'

import { newTokenAdvice, withTokenSource } from '../../src/client/token-advice.ts'
import { AppError } from '../../src/errors.ts'

const byTarget = { emulator: 'Restore it.', live: 'Ask the owner.' }
const advice = ['It was revoked.', byTarget, ...newTokenAdvice(true), ...newTokenAdvice(false)]
const rejected = (code: 'api.unauthorized' | 'api.forbidden' | 'api.error') =>
  new AppError(code, 'No.', { suggestions: advice, details: { status: 401 } })

it.each([
  ['api.unauthorized', /^Unset SVCAPP_TOKEN.*overrides every stored token/],
  ['api.forbidden', /^The call used the token in SVCAPP_TOKEN\. After a new install, set SVCAPP_TOKEN to/],
] as const)('shows the variable first, and keeps no other advice on new tokens, for %s', (code, first) => {
  const { advice: told, details } = withTokenSource(rejected(code), {
    backend: 'environment',
    where: 'SVCAPP_TOKEN',
    savedAt: null,
  })

  expect(told).toEqual([expect.stringMatching(first), advice[0], byTarget])
  expect(details).toEqual({ status: 401, tokenSource: { backend: 'environment', where: 'SVCAPP_TOKEN' } })
})

it('shows the location of a stored token after the advice, with the time', () => {
  const savedAt = new Date('2026-11-21T12:00:00Z')
  const { advice: told } = withTokenSource(rejected('api.unauthorized'), {
    backend: 'keychain',
    where: 'the keychain',
    savedAt,
  })

  expect(told).toEqual([...advice, "Check the token's source: the keychain, stored 2026-11-21 12:00 UTC."])
})

it('leaves other errors unchanged, and errors without a known token source', () => {
  const source = { backend: 'file', where: 'f', savedAt: null }

  expect(withTokenSource(rejected('api.error'), source).advice).toEqual(advice)
  expect(withTokenSource(rejected('api.unauthorized'), null).advice).toEqual(advice)
})

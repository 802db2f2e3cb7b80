import { expect, it } from 'vitest'

import { triageRejection, type RejectionFacts } from '../../src/install/triage.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)

const nothing: RejectionFacts = {
  startedAt: at('11:59:59'),
  isEmulator: false,
  redirectUri: 'http://127.0.0.1:3000/auth/callback',
  obtainedAt: at('12:00:00'),
  sentAt: at('12:00:01'),
  usedBeforeAt: null,
  clientIdPrefixOk: true,
  clientSecretPrefixOk: true,
  secretOfApp: null,
  codeOfApp: null,
  platformDate: at('12:00:01'),
  secretSource: null,
}

const causes = (facts: Partial<RejectionFacts>) => triageRejection({ ...nothing, ...facts }).map(({ cause }) => cause)

it.each<[Partial<RejectionFacts>, string]>([
  [{ sentAt: at('12:05:01'), platformDate: at('12:05:01') }, 'code-expired'],
  [{ usedBeforeAt: at('11:59:00') }, 'code-used'],
  [{ clientIdPrefixOk: false }, 'client-id-shape'],
  [{ clientSecretPrefixOk: false }, 'client-secret-shape'],
  [{ secretOfApp: 'app.other.one' }, 'other-apps-secret'],
  [{ codeOfApp: 'app.other.one' }, 'other-apps-code'],
])('EXCH-049 tells from %j: %s', (facts, cause) => {
  expect(causes(facts)).toEqual([cause])
})

it.each<[string, Partial<RejectionFacts>, string[]]>([
  ['all of it fits', {}, ['perhaps-used', 'unknown']],
  [
    'the clock of the emulator may have been moved',
    { isEmulator: true },
    ['perhaps-expired', 'perhaps-used', 'unknown'],
  ],
  ['the owner took 6 minutes', { startedAt: at('11:54:00') }, ['perhaps-expired', 'perhaps-used', 'unknown']],
  ['the platform gave no time', { platformDate: null }, ['perhaps-expired', 'perhaps-used', 'unknown']],
  [
    'the platform is 9 minutes ahead',
    { platformDate: at('12:09:00') },
    ['perhaps-expired', 'perhaps-used', 'clock-skew', 'unknown'],
  ],
  ['this machine is 3 minutes behind', { platformDate: at('12:03:00') }, ['perhaps-used', 'clock-skew', 'unknown']],
])('EXCH-050 names lifetime and single use first where they cannot be ruled out: %s', (_, facts, expected) => {
  expect(causes(facts)).toEqual(expected)
})

it('measures the age of the code from the start of the install, and explains how to tell the causes apart (EXCH-050)', () => {
  const [expired, used, left] = triageRejection({ ...nothing, startedAt: at('11:54:00') }).map(({ words }) => words)

  expect(expired).toContain('at most 6 min 1 s old')
  expect(expired).toContain('approve immediately')
  expect(used).toMatch(/127\.0\.0\.1:3000.*Check the app's log/)
  expect(left).toMatch(/^If a fresh code is rejected too, the code is not the cause\. /)
})

it('checks lifetime and single use before other causes (EXCH-050)', () => {
  const all = causes({
    sentAt: at('12:09:00'),
    usedBeforeAt: at('12:08:00'),
    clientSecretPrefixOk: false,
    clientIdPrefixOk: false,
    secretOfApp: 'app.other.one',
  })

  expect(all.slice(0, 2)).toEqual(['code-expired', 'code-used'])
})

it('treats a code of exactly five minutes as valid (INST-052)', () => {
  const young = { startedAt: at('12:00:00'), sentAt: at('12:05:00'), platformDate: at('12:05:00') }

  expect(causes(young)).toEqual(['perhaps-used', 'unknown'])
})

it('reports the direction of a wrong clock', () => {
  const skewed = triageRejection({ ...nothing, platformDate: at('12:03:01') })
  expect(skewed.find(({ cause }) => cause === 'clock-skew')?.words).toContain('180 s behind')
})

const stored = { backend: 'keychain', where: 'the login keychain', savedAt: at('10:16:00') }
const variable = { backend: 'environment', where: 'SVCAPP_CLIENT_SECRET', savedAt: null }

it.each<[string, Partial<RejectionFacts>, number, RegExp]>([
  [
    'first on live the stored secret, when it was entered and what replaces it',
    { secretSource: stored },
    0,
    /^The client secret came from the login keychain, stored 2026-11-21 10:16 UTC.*`app secret set client --target live`\.$/,
  ],
  [
    'first on live the variable',
    { secretSource: variable },
    0,
    /^The client secret came from SVCAPP_CLIENT_SECRET\. Check or unset that variable first.*--target live`\.$/,
  ],
  [
    'first on the emulator the variable',
    { secretSource: variable, isEmulator: true },
    0,
    /SVCAPP_CLIENT_SECRET.*`app secret rotate client`\.$/,
  ],
  [
    'last on the emulator the stored secret',
    { secretSource: stored, isEmulator: true },
    -1,
    /login keychain.*`app secret rotate client`\.$/,
  ],
  ['the stored secret before that of another app', { secretSource: stored, secretOfApp: 'app.b' }, 0, /login keychain/],
  ['the stored secret after a code that is used', { secretSource: stored, usedBeforeAt: at('11:59:00') }, 1, /login/],
])('names %s (EXCH-050)', (_what, facts, index, words) => {
  expect(triageRejection({ ...nothing, ...facts }).at(index)?.words).toMatch(words)
})

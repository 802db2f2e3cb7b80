import { describe, expect, it } from 'vitest'

import { createKeychain, keychainFailure } from '../../src/credentials/keychain.ts'
import { LIVE, tokenKey } from './support.ts'

describe('keychainFailure', () => {
  it.each([
    ['DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time', 'credentials.unavailable'],
    ["Couldn't access platform storage: Secret Service: no result found", 'credentials.unavailable'],
    ['DBus error: The name org.freedesktop.secrets was not provided by any .service files', 'credentials.unavailable'],
    ['No DBus session or Secret Service provider found', 'credentials.unavailable'],
    ['No default store has been set, so cannot search or create entries', 'credentials.unavailable'],
    ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'credentials.locked'],
    ['Secret Service: object locked', 'credentials.locked'],
    ["Couldn't access platform storage: User interaction is not allowed. (-25308)", 'credentials.locked'],
    ['DBus error: Did not receive a reply. Possible causes include: the reply timeout expired', 'credentials.timeout'],
    ['Access is denied.', 'credentials.rejected'],
    ['something new', 'credentials.rejected'],
  ])('maps %j to %s (P20)', (message, code) => {
    expect(keychainFailure({ failure: 'call', message })).toMatchObject({ code })
  })

  it.each([
    ['load', 'credentials.unavailable'],
    ['ended', 'credentials.unavailable'],
    ['timeout', 'credentials.timeout'],
    ['mismatch', 'credentials.rejected'],
  ] as const)('maps %s to %s and suggests alternatives (P20)', (failure, code) => {
    const error = keychainFailure({ failure, message: 'x' })

    expect(error.code).toBe(code)
    expect(error.suggestions.join(' ')).toMatch(/SVCAPP_CREDENTIALS=file.*SVCAPP_TOKEN/)
  })
})

it('rejects 1,281 characters on Windows before the keychain is called (P20)', async () => {
  const keychain = createKeychain({ env: {}, nodePath: '/nonexistent/node', platform: 'win32' })

  await expect(keychain.set(tokenKey(LIVE), 'x'.repeat(1_281))).rejects.toMatchObject({ code: 'credentials.rejected' })
  // One less gets as far as the process, which does not exist here.
  await expect(keychain.set(tokenKey(LIVE), 'x'.repeat(1_280))).rejects.toMatchObject({
    code: 'credentials.unavailable',
  })
})

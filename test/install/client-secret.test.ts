import { expect, it } from 'vitest'

import { memoryCredentials } from '../../src/credentials/memory.ts'
import { findAppOfSecret, requireClientSecret } from '../../src/install/client-secret.ts'

const LIVE = 'https://api.example'
const own = { appKey: 'app.acme.loyalty', identity: LIVE }

it.each([
  ['of another app on the same target', { appKey: 'app.acme.other', identity: LIVE }, 'app.acme.other'],
  [
    'of another app on the emulator',
    { appKey: 'app.acme.other', identity: 'emulator:1' },
    'app.acme.other on the emulator',
  ],
  ['of this app on the emulator', { ...own, identity: 'emulator:1' }, 'app.acme.loyalty on the emulator'],
  ['of this app on another origin, which proves nothing', { ...own, identity: 'https://old.example' }, null],
  ['of this app on this target', own, null],
])('recognizes a secret %s (EXCH-050)', async (_what, owner, found) => {
  const credentials = memoryCredentials()
  await credentials.set({ ...owner, kind: 'client-secret' }, 'cs_1')

  expect(await findAppOfSecret(credentials, { ...own, secret: 'cs_1' })).toBe(found)
  expect(await findAppOfSecret(credentials, { ...own, secret: 'cs_2' })).toBeNull()
})

it('points to `app secret set` on live if the secret is missing', async () => {
  await expect(requireClientSecret(memoryCredentials(), { ...own, target: 'live' })).rejects.toMatchObject({
    code: 'install.no-secret',
    suggestions: [expect.stringContaining('`app secret set client --target live`')],
  })
})

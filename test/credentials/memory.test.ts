import { expect, it } from 'vitest'

import { memoryCredentials } from '../../src/credentials/memory.ts'
import { LIVE, secretKey, TOKEN, tokenKey } from './support.ts'

it('stores, lists without values, and deletes (GEN-003)', async () => {
  const credentials = memoryCredentials({ now: () => new Date(5) })

  expect(await credentials.probe()).toMatchObject({ backend: 'memory' })
  await credentials.set(tokenKey(LIVE), TOKEN)
  expect(await credentials.get(tokenKey(LIVE))).toBe(TOKEN)
  expect(await credentials.stored(secretKey(LIVE))).toBeNull()
  expect(await credentials.list()).toMatchObject([
    { backend: 'memory', identity: LIVE, storeId: 1001, regionId: 7, ageMs: 0 },
  ])
  expect(JSON.stringify(await credentials.list())).not.toContain(TOKEN)
  expect([await credentials.remove(tokenKey(LIVE)), await credentials.remove(tokenKey(LIVE))]).toEqual([true, false])
})

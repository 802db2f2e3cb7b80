import { expect, it } from 'vitest'

import { environmentRows, environmentValue } from '../../src/credentials/env.ts'
import { CLIENT_SECRET, TOKEN } from './support.ts'

it('takes blanks around a value away, and an empty one for none', () => {
  const env = { SVCAPP_TOKEN: ` ${TOKEN}\n`, SVCAPP_CLIENT_SECRET: '  ', SVCAPP_SIGNING_SECRET: '' }

  expect(environmentValue(env, 'token')).toBe(TOKEN)
  expect(environmentValue(env, 'client-secret')).toBeNull()
  expect(environmentValue(env, 'signing-secret')).toBeNull()
})

it('GEN-003 lists the variables that are set, without their values', () => {
  const rows = environmentRows({ SVCAPP_TOKEN: TOKEN, SVCAPP_CLIENT_SECRET: CLIENT_SECRET, OTHER: 'x' })

  expect(rows).toMatchObject([
    { backend: 'environment', where: 'SVCAPP_CLIENT_SECRET', kind: 'client-secret', appKey: null, savedAt: null },
    { backend: 'environment', where: 'SVCAPP_TOKEN', kind: 'token', appKey: null, savedAt: null },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/svcapp_1001|cs_planted/)
})

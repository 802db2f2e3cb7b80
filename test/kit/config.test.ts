import { expect, it } from 'vitest'

import { readConfig } from '../../src/kit/config.ts'

const environment = {
  SVCAPP_APP_KEY: 'app.acme.test',
  SVCAPP_BASE_URL: 'https://api.example',
  SVCAPP_ADMIN_URL: 'https://admin.example',
  SVCAPP_CLIENT_ID: 'cli_0123',
  SVCAPP_CLIENT_SECRET: 'cs_canary',
  SVCAPP_SIGNING_SECRET: '5e'.repeat(32),
  SVCAPP_TOKEN_KEY: '7a'.repeat(32),
}

it.each(Object.keys(environment))('reports %s and `app env` if the variable is missing (K13 INST-020)', (name) => {
  expect(() => readConfig({ ...environment, [name]: '' })).toThrow(
    expect.objectContaining({
      code: 'config.missing',
      message: expect.stringMatching(`^${name} is not set\\. .*app env`),
    }),
  )
})

it.each([
  ['http://127.0.0.1:4801', 'app env --write .env'],
  ['https://admin.example', 'app env --write .env --target live'],
])('suggests the commands of the platform whose store admin is %s', (admin, command) => {
  expect(() => readConfig({ ...environment, SVCAPP_ADMIN_URL: admin, SVCAPP_TOKEN_KEY: '' })).toThrow(
    expect.objectContaining({ suggestions: [expect.stringContaining(command)] }),
  )
})

it.each([
  ['SVCAPP_APP_KEY', 'canary'],
  ['SVCAPP_BASE_URL', 'http://canary.example'],
  ['SVCAPP_ADMIN_URL', 'canary'],
  ['SVCAPP_CLIENT_ID', 'canary'],
  ['SVCAPP_CLIENT_SECRET', 'canary'],
  ['SVCAPP_SIGNING_SECRET', `${'5e'.repeat(31)}canary`],
  ['SVCAPP_TOKEN_KEY', 'canary'],
  ['FORMER_TOKEN_KEY', 'canary'],
])('rejects an invalid %s without showing it (K10 K13 APP-009 APP-010 APP-013)', (name, value) => {
  const read = () => readConfig({ ...environment, [name]: value })

  expect(read).toThrow(expect.objectContaining({ code: 'config.invalid', message: expect.stringContaining(name) }))
  expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('canary') }))
})

import { expect, it } from 'vitest'

import {
  environmentRows,
  environmentSecrets,
  environmentTarget,
  environmentValue,
  whyNotUsed,
} from '../../src/credentials/env.ts'
import { CLIENT_SECRET, EMULATOR, LIVE, TOKEN } from './support.ts'

const token = { identity: LIVE, kind: 'token' } as const

it.each([
  ['spaces and a line feed', ` ${TOKEN}\r\n`],
  ['double quotes', `"${TOKEN}"`],
  ['single quotes and a line feed', `'${TOKEN}'\n`],
  ['spaces inside the quotes', `" ${TOKEN} "`],
])('removes %s around a value', (_what, value) => {
  expect(environmentValue({ SVCAPP_TOKEN: value }, token)).toBe(TOKEN)
})

it.each([[''], ['  '], ['\n'], ['""'], ["' '"]])('treats %j as unset', (value) => {
  expect(environmentValue({ SVCAPP_TOKEN: value }, token)).toBeNull()
  expect(whyNotUsed({ SVCAPP_TOKEN: value }, { ...token, identity: EMULATOR })).toBeNull()
  expect(environmentRows({ SVCAPP_TOKEN: value })).toEqual([])
})

it('keeps an unmatched quote', () => {
  expect(environmentValue({ SVCAPP_TOKEN: `"${TOKEN}` }, token)).toBe(`"${TOKEN}`)
})

const emulator = { SVCAPP_TARGET: 'emulator' }
it.each<[string, Record<string, string>, string, string | null, RegExp | null]>([
  ['counts for live if no target is set', {}, LIVE, TOKEN, null],
  [
    'does not count for the emulator if no target is set',
    {},
    EMULATOR,
    null,
    /^SVCAPP_TOKEN is set but not used on the emu/,
  ],
  ['counts for the emulator with SVCAPP_TARGET=emulator', emulator, EMULATOR, TOKEN, null],
  [
    'does not count for live with SVCAPP_TARGET=emulator',
    emulator,
    LIVE,
    null,
    /set for the emulator.*not used on the live platform/,
  ],
  ['counts for live with SVCAPP_TARGET=live', { SVCAPP_TARGET: 'live' }, LIVE, TOKEN, null],
  [
    'does not count for the emulator with SVCAPP_TARGET=live',
    { SVCAPP_TARGET: 'live' },
    EMULATOR,
    null,
    /=emulator too/,
  ],
  ['counts for the origin of SVCAPP_TRUST_ORIGIN', { SVCAPP_TRUST_ORIGIN: LIVE }, LIVE, TOKEN, null],
  ['accepts a slash after that origin', { SVCAPP_TRUST_ORIGIN: `${LIVE}/` }, LIVE, TOKEN, null],
  ['does not count for another origin', { SVCAPP_TRUST_ORIGIN: LIVE }, 'https://other.example', null, /another origin/],
  [
    'does not count for the emulator with an origin',
    { SVCAPP_TRUST_ORIGIN: LIVE },
    EMULATOR,
    null,
    /not used on the emulator/,
  ],
])('a variable %s (T25)', (_what, env, identity, value, why) => {
  const all = { ...env, SVCAPP_TOKEN: TOKEN }

  expect(environmentValue(all, { identity, kind: 'token' })).toBe(value)
  const told = whyNotUsed(all, { identity, kind: 'token' })
  if (why === null) expect(told).toBeNull()
  else expect(told).toMatch(why)
  expect(String(told)).not.toContain(TOKEN)
})

it('reports the target that the variables apply to', () => {
  const targets = [{}, emulator, { SVCAPP_TARGET: 'live' }, { SVCAPP_TRUST_ORIGIN: `${LIVE}/` }].map(environmentTarget)

  expect(targets).toEqual(['live', 'emulator', 'live', LIVE])
})

it('masks a quoted value with and without its quotes (GEN-003)', () => {
  expect(environmentSecrets({ SVCAPP_TOKEN: `"${TOKEN}"`, SVCAPP_HOME: '/home/of/somebody' })).toEqual([
    `"${TOKEN}"`,
    TOKEN,
  ])
})

it('lists the variables that are set, without their values (GEN-003)', () => {
  const rows = environmentRows({ SVCAPP_TOKEN: TOKEN, SVCAPP_CLIENT_SECRET: CLIENT_SECRET, OTHER: 'x' })

  expect(rows).toMatchObject([
    { backend: 'environment', where: 'SVCAPP_CLIENT_SECRET', kind: 'client-secret', appKey: null, savedAt: null },
    { backend: 'environment', where: 'SVCAPP_TOKEN', kind: 'token', appKey: null, savedAt: null },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/svcapp_1001|cs_planted/)
})

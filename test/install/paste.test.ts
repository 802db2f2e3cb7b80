import { expect, it } from 'vitest'

import { readPasted } from '../../src/install/paste.ts'

const CODE = 'ab'.repeat(32)
const expected = { redirectUri: 'http://127.0.0.1:3000/auth/callback', state: 's1' }

it('reads code and refusal from the whole final address', () => {
  const pasted = `  http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1\n`
  expect(readPasted(pasted, expected)).toEqual({ kind: 'code', code: CODE })
  expect(readPasted('http://127.0.0.1:3000/auth/callback?error=access_denied&state=s1', expected)).toEqual({
    kind: 'denied',
  })
})

it.each([
  ['not an address', 'not-an-address'],
  [CODE, 'not-an-address'],
  [`https://evil.example/auth/callback?code=${CODE}&state=s1`, 'other-address'],
  [`http://127.0.0.1:3001/auth/callback?code=${CODE}&state=s1`, 'other-address'],
  [`http://127.0.0.1:3000/auth/callback/?code=${CODE}&state=s1`, 'other-address'],
  [`http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s2`, 'state-wrong'],
  [`http://127.0.0.1:3000/auth/callback?code=${CODE}`, 'state-missing'],
  ['http://127.0.0.1:3000/auth/callback?code=short&state=s1', 'code-malformed'],
])('T1 refuses %s', (text, reason) => {
  try {
    readPasted(text, expected)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'install.pasted-wrong', oclif: { exit: 2 }, details: { reason } })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(CODE)
  }
})

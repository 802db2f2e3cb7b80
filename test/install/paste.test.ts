import { expect, it } from 'vitest'

import { readPasted } from '../../src/install/paste.ts'

const CODE = 'ab'.repeat(32)
const expected = {
  authorizeUrl: 'https://admin.example/admin/plugins/install/app.acme.loyalty?client_id=cli_1&state=s1&scope=a',
  redirectUri: 'http://127.0.0.1:3000/auth/callback',
  state: 's1',
}
const code = { ok: true, answer: { kind: 'code', code: CODE }, note: null }

it('reads the code and the cancellation from the full final address', () => {
  const pasted = `  http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1\n`
  expect(readPasted(pasted, expected)).toEqual(code)
  expect(readPasted('http://127.0.0.1:3000/auth/callback?error=access_denied&state=s1', expected)).toEqual({
    ok: true,
    answer: { kind: 'denied' },
    note: null,
  })
})

it.each([
  `127.0.0.1:3000/auth/callback?code=${CODE}&state=s1`,
  `"http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1"`,
  `<http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1>`,
  `http://127.0.0.1:3000/auth/callback?code=${CODE}&amp;state=s1`,
  `http://127.0.0.1:3000/auth/callback\\?code\\=${CODE}\\&state\\=s1`,
  `http://127.0.0.1:3000/auth/callback?code=${CODE}\\u0026state=s1`,
  `http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1#`,
  `/auth/callback?code=${CODE}&state=s1`,
  `“http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1”`,
  `„http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1“.`,
  `«\u00a0http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1\u00a0»`,
  `\u200bhttp://127.0.0.1:3000/auth/\u200bcallback?code=${CODE}&state=s1\u200b`,
  `http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1.`,
  `http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1,`,
  `[the page](http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s1).`,
  `?code=${CODE}&state=s1`,
  `code=${CODE}&state=s1`,
  `state=s1&code=${CODE}`,
])('accepts a commonly copied form of the address: %s', (text) => {
  expect(readPasted(text, expected)).toEqual(code)
})

it.each([
  [
    'https://dev.example/auth/callback',
    'The browser returned to https://dev.example/auth/callback, but app.toml has http://127.0.0.1:3000/auth/callback.',
  ],
  [
    'http://localhost:3000/auth/callback',
    'The browser returned to http://localhost:3000/auth/callback, but app.toml has',
  ],
  ['localhost:3000/auth/callback', 'The browser returned to http://localhost:3000/auth/callback, but app.toml has'],
])('accepts another redirect address with the state of this install, and adds a note: %s', (address, note) => {
  expect(readPasted(`${address}?code=${CODE}&state=s1`, expected)).toEqual({
    ...code,
    note: expect.stringContaining(note) as string,
  })
})

it.each([
  ['not an address', 'not-an-address', 'not a URL'],
  [CODE, 'code-alone', 'only the code'],
  [expected.authorizeUrl, 'consent-page', 'the page before Approve'],
  ['admin.example/admin/login?next=%2Fadmin', 'consent-page', 'the page before Approve'],
  [`http://127.0.0.1:3000/auth/callback?code=${CODE}&state=s2`, 'state-wrong', 'another installation'],
  [`https://evil.example/auth/callback?code=${CODE}&state=s2`, 'state-wrong', 'another installation'],
  [`http://127.0.0.1:3000/auth/callback?code=${CODE}`, 'state-missing', 'no state'],
  [`http://localhost:3000/auth/callback?code=${CODE}`, 'other-address', 'the host is localhost, not 127.0.0.1.'],
  [
    `https://127.0.0.1/auth?code=${CODE}`,
    'other-address',
    'the scheme is https, not http; the port is the default, not 3000',
  ],
  [`http://127.0.0.1:3000/auth/callback?code=${CODE}&code=${CODE}&state=s1`, 'repeated', 'a duplicate parameter'],
  ['http://127.0.0.1:3000/auth/callback?code=short&state=s1', 'code-malformed', 'no valid code'],
])('rejects %s with a reason, and never repeats the code (T1)', (text, reason, words) => {
  const read = readPasted(text, expected)

  expect(read).toEqual({ ok: false, reason, words: expect.stringContaining(words) as string })
  expect(JSON.stringify(read)).not.toContain(CODE)
})

import { expect, it } from 'vitest'

import { readSetCookie } from '../../src/http/set-cookie.ts'

it.each([
  ['sid=1; Max-Age=0', true],
  ['sid=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', false],
  ['sid=; Expires=Thu, 01-Jan-70 00:00:00 GMT', true],
  ['sid=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT', false],
  ['sid=1; expires=0', false],
  ['sid=1; expires=-1', false],
  ['sid=1', false],
])('reads whether %s removes the cookie, and ignores an invalid date as browsers do', (header, isRemoval) => {
  expect(readSetCookie(header)).toMatchObject({ name: 'sid', isRemoval })
})

it('reads the attributes that decide about a cross-site frame, in any letter case', () => {
  expect(readSetCookie(' sid = a=b ; HTTPONLY; secure ; SameSite=None; Path=/; Partitioned')).toMatchObject({
    name: 'sid',
    value: 'a=b',
    isHttpOnly: true,
    isSecure: true,
    isPartitioned: true,
    sameSite: 'none',
    path: '/',
    attributes: ['httponly', 'secure', 'samesite=none', 'path=/', 'partitioned'],
  })
  expect(readSetCookie('=1; Secure')).toBeNull()
})

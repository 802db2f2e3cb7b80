import { expect, it } from 'vitest'

import { hideToken } from '../../src/client/hide-token.ts'

const token = `svcapp_1001_7_${'ab'.repeat(32)}`

it('hides a returned token in headers and body, and keeps every other byte (T35)', () => {
  const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`{"you":"${token}"}`), Buffer.from([0x80])])

  const { headers, body: shown } = hideToken(
    { status: 200, headers: { 'x-echo': `Bearer ${token}`, etag: 'a' }, body },
    token,
  )

  expect(headers).toEqual({ 'x-echo': 'Bearer svcapp_1001_7_…', etag: 'a' })
  expect(Buffer.from(shown)).toEqual(
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"you":"svcapp_1001_7_…"}'), Buffer.from([0x80])]),
  )
})

it('forwards a response without the token unchanged', () => {
  const answer = { status: 200, headers: {}, body: Buffer.from('{}') }

  expect(hideToken(answer, token)).toBe(answer)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkRedirectUri, loopbackAddress } from '../../src/protocol/redirect-uri.ts'
import { runs } from './support/runs.ts'

describe('checkRedirectUri', () => {
  it.each([
    'https://a.example/cb',
    'https://a.example/cb/',
    'https://a.example:8443/cb?tenant=1',
    'https://A.example/CB',
    'http://127.0.0.1:3000/auth/callback',
    'http://localhost:3000/auth/callback',
    'http://[::1]:3000/auth/callback',
    'http://127.0.0.1',
  ])('accepts %s unchanged (INST-025)', (uri) => {
    expect(checkRedirectUri(uri).ok).toBe(true)
  })

  it.each([
    ['https://a.example/cb#x', 'fragment'],
    ['https://a.example/cb#', 'fragment'],
    ['http://127.0.0.1:3000/cb?a=1#', 'fragment'],
  ])('rejects the fragment of %s (INST-027)', (uri, reason) => {
    expect(checkRedirectUri(uri)).toEqual({ ok: false, reason })
  })

  it.each([
    ['/auth/callback', 'not-absolute'],
    ['a.example/cb', 'not-absolute'],
    ['//a.example/cb', 'not-absolute'],
    ['https:a.example/cb', 'not-absolute'],
    ['https:/a.example/cb', 'not-absolute'],
    ['https://', 'not-absolute'],
    ['http://h:99999', 'not-absolute'],
    ['http://[', 'not-absolute'],
    ['', 'not-absolute'],
    [null, 'not-absolute'],
    [undefined, 'not-absolute'],
    [['https://a.example'], 'not-absolute'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['myapp://callback', 'scheme'],
    [' https://a.example/cb', 'characters'],
    ['https://a.example/cb\n', 'characters'],
    ['https://a.exa\tmple/cb', 'characters'],
    ['https:\\\\a.example\\cb', 'characters'],
    ['https://user@a.example/', 'credentials'],
    ['http://localhost:8080@evil.example/', 'credentials'],
    ['http://a.example/cb', 'insecure'],
    ['http://192.168.1.5/cb', 'insecure'],
    ['http://localhost.evil.example/cb', 'insecure'],
    ['http://127.0.0.1.evil.example/cb', 'insecure'],
    ['http://0.0.0.0:3000/cb', 'insecure'],
    ['http://2130706433/cb', 'insecure'],
    ['http://0x7f.1/cb', 'insecure'],
    ['http://127.1/cb', 'insecure'],
    ['http://①27.0.0.1/cb', 'insecure'],
    ['http://[::ffff:127.0.0.1]/cb', 'insecure'],
  ])('rejects %j: %s (T16 T34)', (uri, reason) => {
    expect(checkRedirectUri(uri)).toEqual({ ok: false, reason })
  })
})

describe('loopbackAddress', () => {
  it.each([
    ['http://127.0.0.1:3000/auth/callback', { host: '127.0.0.1', port: 3000, path: '/auth/callback' }],
    ['http://localhost:4000/cb/', { host: 'localhost', port: 4000, path: '/cb/' }],
    ['http://LOCALHOST:4000/Cb', { host: 'localhost', port: 4000, path: '/Cb' }],
    ['http://[::1]:4000/cb?x=1', { host: '::1', port: 4000, path: '/cb' }],
    ['http://127.0.0.1', { host: '127.0.0.1', port: 80, path: '/' }],
  ])('returns the listen address for %s (T16)', (uri, expected) => {
    expect(loopbackAddress(uri)).toEqual({ ok: true, ...expected })
  })

  it.each([
    ['https://a.example/cb', 'not-loopback'],
    ['https://127.0.0.1.evil.example/cb', 'not-loopback'],
    ['https://localhost:3000/cb', 'tls'],
    ['http://127.0.0.1:0/cb', 'port'],
    ['http://127.0.0.1:3000/cb#x', 'fragment'],
    ['http://a.example/cb', 'insecure'],
    ['nonsense', 'not-absolute'],
  ])('does not listen for %s: %s (T16)', (uri, reason) => {
    expect(loopbackAddress(uri)).toEqual({ ok: false, reason })
  })
})

describe('redirect rules, for any input (P24)', () => {
  it('never throw, and listen on this machine only (T15)', () => {
    const near = fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'http:', 'HTTP://'),
        fc.webAuthority({ withPort: true }),
        fc.webPath(),
      )
      .map((some) => some.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), near), (uri) => {
        expect(loopbackAddress(uri).ok).toBe(false)
        const checked = checkRedirectUri(uri)
        expect(!checked.ok || checked.url.protocol === 'https:').toBe(true)
      }),
      runs,
    )
  })
})

import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hmacSha256, isHexOf } from '../../src/protocol/hmac.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { runs } from './support/runs.ts'

describe('isHexOf', () => {
  const bytes = Buffer.from('00ff10ab', 'hex')

  it('accepts the lowercase hex of the bytes', () => {
    expect(isHexOf(bytes, '00ff10ab')).toBe(true)
  })

  it.each([
    '00ff10aa',
    '00FF10AB',
    '00ff10',
    '00ff10abzz',
    '00ff10abab',
    '00ff10a',
    '00ff10ag',
    ' 0ff10ab',
    '00ff10ab\n',
    '',
  ])('rejects %j without an exception (HOOK-014)', (hex) => {
    expect(isHexOf(bytes, hex)).toBe(false)
  })

  it('compares in constant time (HOOK-014 EMB-083)', () => {
    const source = readFileSync(new URL('../../src/protocol/hmac.ts', import.meta.url), 'utf8')

    expect(source).toMatch(/return timingSafeEqual\(/)
    expect(source).not.toMatch(/=== hex|hex ===/)
  })

  it('accepts only one spelling, for any bytes and any text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (some, text) => {
        const hex = Buffer.from(some).toString('hex')
        expect(isHexOf(some, hex)).toBe(true)
        expect(isHexOf(some, text)).toBe(text === hex)
      }),
      runs,
    )
  })
})

describe('hmacSha256', () => {
  it('matches RFC 4231, test case 2, however the message is split', () => {
    const key = signingKey('Jefe')

    const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    expect(hmacSha256(key, ['what do ya want for nothing?']).toString('hex')).toBe(digest)
    expect(hmacSha256(key, ['what do ', Buffer.from('ya want for nothing?')]).toString('hex')).toBe(digest)
  })
})

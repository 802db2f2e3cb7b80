import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodeBase64url, encodeBase64url } from '../../src/protocol/base64url.ts'
import { runs } from './support/runs.ts'

describe('decodeBase64url', () => {
  it.each([
    ['', ''],
    ['Zg', 'f'],
    ['Zm8', 'fo'],
    ['Zm9v', 'foo'],
    ['-_-_', '\u00fb\u00ff\u00bf'],
  ])('decodes %j (EMB-059)', (text, expected) => {
    expect(decodeBase64url(text)).toEqual(Uint8Array.from(Buffer.from(expected, 'latin1')))
  })

  it.each(['Zg==', 'Zg=', '+/+/', 'Zm 9v', 'Zm9v\n', 'Zm9v!', 'Z', 'Zh', 'Zm9', 'é', '\ud800'])(
    'rejects %j, which Buffer.from would accept (EMB-059)',
    (text) => {
      expect(decodeBase64url(text)).toBeNull()
    },
  )

  it('returns the encoded bytes, and accepts one spelling only', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, text) => {
        expect(decodeBase64url(encodeBase64url(bytes))).toEqual(bytes)
        expect(encodeBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        const decoded = decodeBase64url(text)
        expect(decoded === null || encodeBase64url(decoded) === text).toBe(true)
      }),
      runs,
    )
  })
})

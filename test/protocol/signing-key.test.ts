import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { isSigningSecret, signingKey } from '../../src/protocol/signing-key.ts'

const secret = '0123456789abcdef'.repeat(4)

describe('signingKey', () => {
  it('uses the text of the secret, not the bytes that its hex encodes (HOOK-011 EMB-073 B1)', () => {
    const bytes = signingKey(secret).export()

    expect(bytes.toString('latin1')).toBe(secret)
    expect(createHmac('sha256', signingKey(secret)).update('x').digest('hex')).toBe(
      createHmac('sha256', secret).update('x').digest('hex'),
    )
  })

  it('rejects an empty secret, which would let anyone sign (T11)', () => {
    expect(() => signingKey('')).toThrow(TypeError)
  })
})

describe('isSigningSecret', () => {
  it('requires 64 lowercase hex characters without a prefix (APP-013)', () => {
    expect(isSigningSecret(secret)).toBe(true)
  })

  it.each([
    secret.slice(1),
    `${secret}0`,
    secret.toUpperCase(),
    `whsec_${secret}`,
    `${secret}\n`,
    `${secret.slice(1)}g`,
    '',
    null,
    undefined,
    64,
    [secret],
  ])('rejects %j (APP-013)', (text) => {
    expect(isSigningSecret(text)).toBe(false)
  })
})

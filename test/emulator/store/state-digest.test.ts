import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { stateDigest } from '../../../src/emulator/store/state-digest.ts'

it('is the SHA-256 of the canonical JSON with sorted keys, whatever the order of the fields (B32)', () => {
  const expected = createHash('sha256').update('{"a":null,"b":["x","y"],"c":"é"}').digest('hex')

  expect(stateDigest({ c: 'é', a: null, b: ['x', 'y'] })).toBe(expected)
  expect(stateDigest({ a: null, b: ['x', 'y'], c: 'é' })).toBe(expected)
  expect(stateDigest({ a: null, b: ['y', 'x'], c: 'é' })).not.toBe(expected)
})

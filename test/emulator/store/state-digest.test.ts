import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { stateDigest } from '../../../src/emulator/store/state-digest.ts'

it('B32 is the SHA-256 of the canonical JSON: keys sorted, whatever the order of the fields', () => {
  const expected = createHash('sha256').update('{"a":null,"b":["x","y"],"c":"é"}').digest('hex')

  expect(stateDigest({ c: 'é', a: null, b: ['x', 'y'] })).toBe(expected)
  expect(stateDigest({ a: null, b: ['x', 'y'], c: 'é' })).toBe(expected)
  expect(stateDigest({ a: null, b: ['y', 'x'], c: 'é' })).not.toBe(expected)
})

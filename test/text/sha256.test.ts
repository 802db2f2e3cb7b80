import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { sha256Hex } from '../../src/text/sha256.ts'

const byNode = (text: string) => createHash('sha256').update(text).digest('hex')

it('matches the digests of FIPS 180-4', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it.each([1, 54, 55, 56, 63, 64, 65, 119, 120, 1000])('hashes %i bytes like node:crypto', (count) => {
  expect(sha256Hex('a'.repeat(count))).toBe(byNode('a'.repeat(count)))
})

it('hashes any text like node:crypto', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(sha256Hex(text)).toBe(byNode(text))
    }),
  )
})

import { randomBytes } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { accessTokenShape, digestSecret, formatAccessToken, parseAccessToken } from '../../src/protocol/access-token.ts'
import { runs } from './support/runs.ts'

const hex = '0123456789abcdef'.repeat(4)
const random = (size: number) => new Uint8Array(size).fill(0xa5)

describe('formatAccessToken', () => {
  it('gives a region-scoped token the ids of store and region (TOK-001)', () => {
    expect(formatAccessToken({ storeId: 1001, regionId: 7, random })).toBe(`svcapp_1001_7_${'a5'.repeat(32)}`)
  })

  it('gives a store-wide token the word all (TOK-003)', () => {
    expect(formatAccessToken({ storeId: 1001, regionId: null, random })).toBe(`svcapp_1001_all_${'a5'.repeat(32)}`)
  })

  it('creates a new token every time, always with the current prefix (TOK-020)', () => {
    const tokens = Array.from({ length: 100 }, () =>
      formatAccessToken({ storeId: 1, regionId: 2, random: randomBytes }),
    )

    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(token).toMatch(/^svcapp_1_2_[0-9a-f]{64}$/)
  })
})

describe('parseAccessToken', () => {
  it.each([
    ['TOK-001', `svcapp_1001_7_${hex}`, { shape: 'region', storeId: '1001', regionId: '7' }],
    ['TOK-003', `svcapp_1001_all_${hex}`, { shape: 'store', storeId: '1001', regionId: null }],
    ['TOK-005', `svcapp_1001_${hex}`, { shape: 'legacy', storeId: '1001', regionId: null }],
    ['TOK-005', `svcapp_1001_${'1'.repeat(64)}`, { shape: 'legacy', storeId: '1001', regionId: null }],
    ['TOK-001', `svcapp_9007199254740993_7_${hex}`, { shape: 'region', storeId: '9007199254740993', regionId: '7' }],
  ])('%s TOK-021 reads %s', (_, token, expected) => {
    expect(parseAccessToken(token)).toEqual(expected)
    expect(accessTokenShape(token)).toBe(expected.shape)
  })

  it.each([
    `svcapp_1001_7_${hex.slice(1)}`,
    `svcapp_1001_7_${hex}0`,
    `svcapp_1001_7_${hex.toUpperCase()}`,
    `svcapp_1001_ALL_${hex}`,
    `svcapp_x_7_${hex}`,
    `svcapp__7_${hex}`,
    `svcapp_1_2_3_${hex}`,
    `old_1001_7_${hex}`,
    `svcapp_1001_7_${hex}\n`,
    ` svcapp_1001_7_${hex}`,
    `svcapp_${hex}`,
    '',
    null,
    undefined,
    7,
  ])('finds no documented shape in %j (TOK-001 TOK-003 TOK-005)', (token) => {
    expect(parseAccessToken(token)).toBeNull()
    expect(accessTokenShape(token)).toBeNull()
  })

  it('reads back a token from formatAccessToken (TOK-001 TOK-003)', () => {
    const ids = fc.bigInt({ min: 1n, max: 2n ** 63n }).map(String)
    fc.assert(
      fc.property(ids, fc.option(ids), (storeId, regionId) => {
        const token = formatAccessToken({ storeId, regionId, random: randomBytes })
        expect(parseAccessToken(token)).toEqual({ shape: regionId === null ? 'store' : 'region', storeId, regionId })
      }),
      runs,
    )
  })

  it('never throws (T15)', () => {
    fc.assert(
      fc.property(fc.anything(), (text) => {
        expect(accessTokenShape(text)).toBeNull()
      }),
      runs,
    )
  })
})

describe('digestSecret', () => {
  it('is the SHA-256 of the text in lowercase hex (FIPS 180-2, "abc") (TOK-016)', () => {
    expect(digestSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

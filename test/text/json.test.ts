import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ExactNumber, parseJson, rawJson } from '../../src/text/json.ts'

function read(text: string): unknown {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.value
}

describe('parseJson', () => {
  it.each([
    '9007199254740993',
    '-9223372036854775808',
    '12345678901234567.89',
    '0.1234567890123456789',
    // The nearest JavaScript number of these is a whole one, 0 or infinity.
    '19.99999999999999999999',
    '1.00000000000000000001',
    '4503599627370497.3',
    '-1e-400',
    '1e-310',
    '1e400',
  ])('keeps every digit of %s (T23)', (source) => {
    const value = read(`{"n":${source}}`) as { n: unknown }

    expect(value.n).toBeInstanceOf(ExactNumber)
    expect(JSON.stringify(value)).toBe(`{"n":${source}}`)
  })

  it.each([
    ['149.90', 149.9],
    ['1001', 1001],
    ['-0.5', -0.5],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['1e3', 1000],
    ['1.5000000000000000000', 1.5],
    ['0.0000000000000000000', 0],
  ])('reads %s as an ordinary number', (source, expected) => {
    expect(read(source)).toBe(expected)
  })

  it('keeps __proto__ as an ordinary key and leaves the prototype unchanged (T23)', () => {
    const value = read('{"__proto__":{"polluted":true}}') as Record<string, unknown>

    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.hasOwn(value, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('rejects nesting that would overflow the stack (T23)', () => {
    expect(parseJson('['.repeat(100_000))).toEqual({ ok: false, reason: 'too-deep' })
    expect(parseJson(`{"text":"${'['.repeat(100_000)}"}`).ok).toBe(true)
  })

  it('returns a result and never throws, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof parseJson(text).ok).toBe('boolean')
      }),
    )
  })

  it('round-trips any JSON, value for value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(JSON.stringify(read(text)))).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('rawJson', () => {
  it('writes a decimal with its original digits (GEN-012)', () => {
    expect(JSON.stringify({ amount: rawJson('10.10') })).toBe('{"amount":10.10}')
  })
})

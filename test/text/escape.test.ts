import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { escapeCell, escapeForeign } from '../../src/text/escape.ts'
import { isLong } from '../support/machine/long-run.ts'

const c0AndC1 = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at)].filter(
  (code) => code !== 9 && code !== 10,
)
const bidi = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]

describe('escapeForeign', () => {
  it.each([...c0AndC1, ...bidi, 0x2028, 0x2029, 0xd800, 0xdfff])('makes character %i visible (T21)', (code) => {
    const hex = code.toString(16).padStart(4, '0')

    expect(escapeForeign(`a${String.fromCharCode(code)}b`)).toBe(`a\\u${hex}b`)
  })

  it('leaves no OSC 52 that a terminal would execute (T21)', () => {
    expect(escapeForeign('\u001b]52;c;ZXZpbA==\u0007')).toBe('\\u001b]52;c;ZXZpbA==\\u0007')
  })

  it.each(['plain', 'tab\tand\nline', 'Grüße 東京 👩‍👩‍👧 €', '\\u001b as text'])('leaves %j unchanged', (text) => {
    expect(escapeForeign(text)).toBe(text)
  })

  it('escapes every required character, and is idempotent (T21)', () => {
    const runs = isLong ? 1_000_000 : 2_000

    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = escapeForeign(text)
        expect(once.isWellFormed()).toBe(true)
        expect(Array.from(once).filter((char) => [...c0AndC1, ...bidi].includes(char.charCodeAt(0)))).toEqual([])
        expect(escapeForeign(once)).toBe(once)
      }),
      { numRuns: runs },
    )
  })

  it('keeps a JSON document equivalent', () => {
    const value = { name: '\u009b31m\u202e\u2028\u007f\ud800' }

    expect(JSON.parse(escapeForeign(JSON.stringify(value)))).toEqual(value)
  })
})

describe('escapeCell', () => {
  it('keeps a cell on its line and in its column', () => {
    expect(escapeCell('a\tb\nc\u001b')).toBe('a\\tb\\nc\\u001b')
  })
})

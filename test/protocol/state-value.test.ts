import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkStateValue } from '../../src/protocol/state-value.ts'
import { runs } from './support/runs.ts'

describe('checkStateValue', () => {
  it.each(['', 'a'.repeat(512), '=+/%&é?#', '\u{1f600}'.repeat(256), ' ', '\u00a0', '\u2028', '\ud800'])(
    'accepts %j (INST-029 INST-032)',
    (state) => {
      expect(checkStateValue(state)).toEqual({ ok: true })
    },
  )

  it.each(['a'.repeat(513), '\u{1f600}'.repeat(257), 'a'.repeat(1e6)])(
    'rejects more than 512 UTF-16 units (case %#) (INST-032 LIM-007)',
    (state) => {
      expect(checkStateValue(state)).toEqual({ ok: false, reason: 'too-long' })
    },
  )

  it('rejects every control character, including CR and LF (INST-033 LIM-007)', () => {
    const codes = [
      ...Array.from({ length: 32 }, (_, code) => code),
      ...Array.from({ length: 33 }, (_, at) => 0x7f + at),
    ]

    for (const code of codes) {
      expect(checkStateValue(`a${String.fromCharCode(code)}b`)).toEqual({ ok: false, reason: 'control-character' })
    }
  })

  it('never throws, and accepts only strings (T15)', () => {
    fc.assert(
      fc.property(fc.anything(), (state) => {
        const verdict = checkStateValue(state)
        expect(verdict.ok && typeof state !== 'string').toBe(false)
      }),
      runs,
    )
  })
})

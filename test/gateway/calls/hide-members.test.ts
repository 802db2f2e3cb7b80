import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hideFields } from '../../../src/gateway/calls/call-facts.ts'
import { hideMembers } from '../../../src/gateway/calls/hide-members.ts'
import { redactSecrets } from '../../../src/protocol/redact.ts'
import { runs } from '../../protocol/support/runs.ts'
import { atThisSpeed, processorTime } from '../../support/machine/machine-load.ts'

const secretWord =
  /token|secret|passw|signature|authorization|hmac|api[_-]?key|private[_-]?key|signing[_-]?key|credential/i

/** Checks every member of a JSON text with one pattern: right for JSON, and slow. */
function membersByPattern(text: string): string {
  return text.replace(
    /"([^"\\]{1,100})"(\s{0,20}:\s{0,20})"((?:[^"\\]|\\.)*)(?:"|\\?$)/g,
    (match, name: string, between: string) => (secretWord.test(name) ? `"${name}"${between}"…"` : match),
  )
}

function fieldsByPattern(text: string): string {
  return text.replace(/(?<![\w.-])([\w.-]{1,100})=([^&\s"'<>;,]+)/g, (match, name: string) =>
    /token|secret|password|signature|authorization|^code$|^state$|key$/i.test(name) ? `${name}=…` : match,
  )
}

const names = fc.constantFrom('id', 'name', 'note', 'accessToken', 'client_secret', 'API-Key', 'passwords', 'a token b')
const values = fc.oneof(fc.string(), fc.constantFrom('open "sesame"', 'a\\', 'token', '"token":"x"', '\n'))
const { documents } = fc.letrec((tie) => ({
  documents: fc.oneof(
    { maxDepth: 4 },
    values,
    fc.integer(),
    fc.constant(null),
    fc.dictionary(names, tie('documents')),
    fc.dictionary(names, values),
  ),
}))

describe('hideMembers', () => {
  it.each([
    ['{"accessToken":"abc"}', '{"accessToken":"…"}'],
    ['{"accessToken" : "a\\"b\\\\", "id": "c"}', '{"accessToken" : "…", "id": "c"}'],
    ['{"password": "cut in the mid', '{"password": "…"'],
    ['{"password": "cut in an escape\\', '{"password": "…"'],
    ['{"password": "a\\\nb"}', '{"password": "…"}'],
    ['["x",":",{"token":"abc"}]', '["x",":",{"token":"…"}]'],
    ['"a":"token":"secret":"abc"', '"a":"token":"…":"…"'],
    ['{"code":"de","key":"k","token_count":3}', '{"code":"de","key":"k","token_count":3}'],
  ])('turns %j into %j (T35)', (text, expected) => {
    expect(hideMembers(text)).toBe(expected)
  })

  it('hides exactly the values that the plain pattern hides, in any complete or truncated JSON (T35)', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(undefined, 1, '\t'), fc.nat(), (document, indent, cut) => {
        const text = JSON.stringify(document, null, indent)
        const start = text.slice(0, cut % (text.length + 1))

        expect(hideMembers(text)).toBe(membersByPattern(text))
        expect(hideMembers(start)).toBe(membersByPattern(start))
      }),
      runs,
    )
  })
})

it('masks exactly the form fields that the plain pattern masks (T35)', () => {
  const part = fc.oneof(
    fc.constantFrom('=', '&', ' ', 'a', 'code', 'token', 'api.key', '-', '"', ';', 'x'.repeat(99), 'ü'),
    fc.string(),
  )
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('')),
      (text) => {
        expect(hideFields(text)).toBe(fieldsByPattern(text))
      },
    ),
    runs,
  )
})

it('masks a stored body of 64 KiB in under 3 ms of CPU time (T14)', () => {
  const order = { id: 7, number: '#1001', note: 'The authorization of the carrier is given', lines: [{ sku: 'A-1' }] }
  const text = JSON.stringify(Array.from({ length: 800 }, () => order)).slice(0, 64 * 1024)
  const mask = () => redactSecrets(hideFields(hideMembers(text)), ['a known token'])
  mask()

  // The best of several runs, so that other work of the machine does not count.
  const times = Array.from({ length: 10 }, () => {
    const passed = processorTime()
    mask()
    return passed()
  })

  expect(text.length).toBe(64 * 1024)
  expect(Math.min(...times)).toBeLessThan(atThisSpeed(3))
})

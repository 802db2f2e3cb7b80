import fc from 'fast-check'
import { expect, it } from 'vitest'

import { indentJson } from '../../src/text/indent-json.ts'

it('indents like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
      expect(indentJson(JSON.stringify(value, null, 3))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

it('keeps digits, escapes, order and duplicate names as written', () => {
  expect(indentJson(' {"b":1.10, "a" : 9007199254740993,"b":"\\u00e9, \\"{:}\\"" ,"e":[ ],"f":{ }, "g":-1E+2} ')).toBe(
    '{\n  "b": 1.10,\n  "a": 9007199254740993,\n  "b": "\\u00e9, \\"{:}\\"",\n  "e": [],\n  "f": {},\n  "g": -1E+2\n}',
  )
})

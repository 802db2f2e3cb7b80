import { expect, it } from 'vitest'

import { openBracketAt } from '../../../src/project/toml/open-bracket.ts'

it.each([
  ['a = [\n[b]\n', 2, { what: 'list', line: 1 }],
  ['a = [\n\n', 3, { what: 'list', line: 1 }],
  ['x = { a = [\n1\n}\n', 3, { what: 'list', line: 1 }],
  ['x = { a = [1],\n\n', 2, { what: 'inline table', line: 1 }],
  ['a = [\n  [1, 2],\n  x\n', 3, { what: 'list', line: 1 }],
  ['a = [\n# ]\n "]", \']\',\nx', 4, { what: 'list', line: 1 }],
  ['s = """\n[ \\""" [\n"""\nx', 4, null],
  ["s = '''\n[\n'''\na = [\nx", 5, { what: 'list', line: 4 }],
  ['s = "[\nx', 2, null],
  ['[a]\n[[b]]\nx', 3, null],
  ['a = [', 1, null],
])('finds the open bracket of %j at line %i: %j', (text, line, open) => {
  expect(openBracketAt(text, line)).toEqual(open)
})

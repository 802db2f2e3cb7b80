import { execFileSync } from 'node:child_process'

import { describe, expect, it } from 'vitest'

import { exactWord, plainWord, shellWord } from '../../src/text/shell.ts'

const texts = [
  'a',
  '/srv/my app',
  '$(touch x)',
  '`id`',
  "it's",
  String.raw`a\b`,
  'a+b',
  '',
  '*',
  '~',
  'a"b',
  '!x',
  '#x',
]

describe.skipIf(process.platform === 'win32')('a shell word', () => {
  const printed = (word: string) => execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })

  it.each(texts)('is parsed back unchanged: %j', (text) => {
    expect([shellWord, exactWord, (word: string) => plainWord(word)].map((quote) => printed(quote(text)))).toEqual([
      text,
      text,
      text,
    ])
  })
})

it('a word without special characters stays unquoted', () => {
  expect([exactWord('a+b@c:1/d.e-f_g'), plainWord('a+b@c:1/d.e-f_g')]).toEqual(['a+b@c:1/d.e-f_g', 'a+b@c:1/d.e-f_g'])
})

it('a backslash stays unquoted only if it separates folders', () => {
  const path = String.raw`C:\apps\orders`

  expect([plainWord(path, '\\'), plainWord(path, '/')]).toEqual([path, `'${path}'`])
  expect(plainWord(String.raw`C:\my apps`, '\\')).toBe(String.raw`'C:\my apps'`)
})

it('a word to paste escapes terminal control characters, a word to read does not', () => {
  expect([plainWord('a\u001b[1m'), exactWord('a\u200eb')]).toEqual([String.raw`'a\u001b[1m'`, "'a\u200eb'"])
})

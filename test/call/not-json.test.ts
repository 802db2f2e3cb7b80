import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { assembleInput } from '../../src/call/input/input.ts'
import { products } from '../../src/catalog/resources/products.ts'
import type { AppError } from '../../src/errors.ts'
import { jsonFault } from '../../src/text/json-fault.ts'
import { makeContext } from '../support/context.ts'

/** What is said of `--data`, with these files in the folder. */
function refusal(data: string, files: Readonly<Record<string, string | Uint8Array>> = {}, more: object = {}) {
  const { cwd } = makeContext()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  mkdirSync(join(cwd, 'folder'))
  try {
    assembleInput(products.bulk, { args: {}, flags: { data, ...more }, cwd })
  } catch (error) {
    const { code, message, suggestions } = error as AppError
    return { code, message, suggestions }
  }
  return null
}

const advice = ['Use JSON such as \'{"name":"value"}\', a file as @file.json, or - for stdin.']

describe('a body that is not JSON', () => {
  it.each([
    ['{"items":[\n  {"title":"Mug",}\n]}', "unexpected '}' at line 2, column 18"],
    // A bare list is sent inside of an object, and counted as it was typed.
    ['[{"title":Mug}]', "unexpected 'M' at line 1, column 11"],
    ['[{"title":"Mug"}', 'it is truncated at line 1, column 17'],
    ['[{"title":"Mug\n"}]', 'unexpected end of line at line 1, column 15'],
    ['[] \u001b[2J', "unexpected '\\u001b' at line 1, column 4"],
    [' \n', 'it is empty'],
  ])('is rejected with the position of the error: %j', (text, place) => {
    const expected = { code: 'usage.invalid', message: `The body is not JSON: ${place}.`, suggestions: advice }

    expect(refusal('@broken.json', { 'broken.json': text })).toEqual(expected)
    expect(refusal(text)).toEqual(expected)
  })

  it('is rejected with the position of the error when single fields are merged into it', () => {
    expect(refusal('{', {}, { field: ['a=1'] })?.message).toBe(
      '--data is not JSON: it is truncated at line 1, column 2.',
    )
  })

  it('suggests the @ if the text is a file name', () => {
    const forgotten = refusal('p.json', { 'p.json': '[]' })

    expect(forgotten?.suggestions).toEqual(['To read the file, use --data @p.json.'])
    for (const other of ['q.json', 'folder', `${'x'.repeat(5_000)}.json`, 'a\0b'])
      expect(refusal(other, { 'p.json': '[]' })?.suggestions).toEqual(advice)
  })

  it.each(['{"externalRef":"a"}\n{"externalRef":"b"}\n', '{"a":1}\r\n{"a":{"b":"\u2028"}}'])(
    'reports that JSON lines from --ndjson are not accepted: %j',
    (text) => {
      expect(refusal('@rows.ndjson', { 'rows.ndjson': text })?.suggestions).toEqual([
        'JSON lines are not accepted. Convert them to one array, for example: jq -s .',
      ])
    },
  )

  it('does not mention JSON lines if a document ends on a later line', () => {
    expect(refusal('@p.json', { 'p.json': '{"a":1}\n,' })?.suggestions).toEqual(advice)
    expect(refusal('@p.json', { 'p.json': '{"a":1}\n[' })?.suggestions).toEqual(advice)
  })

  it('does not mention CSV if the text only has commas', () => {
    expect(refusal('@p.json', { 'p.json': '{"a":1,\n"b":,\n}' })?.suggestions).toEqual(advice)
    expect(refusal('@p.json', { 'p.json': 'one, two\nthree' })?.suggestions).toEqual(advice)
  })
})

describe('a file in another encoding than UTF-8', () => {
  it.each([
    ['Latin-1', 'not UTF-8 text', 'latin1', Buffer.from('[{"title":"Tür"}]', 'latin1')],
    ['UTF-16', 'UTF-16 text (in Excel: Unicode Text)', 'utf-16', Buffer.from('\ufeff[{"title":"Tür"}]', 'utf16le')],
    ['UTF-16 without a mark', 'UTF-16 text (in Excel: Unicode Text)', 'utf-16', Buffer.from('[{}]', 'utf16le')],
  ])('%s is rejected, so that no character is lost', (_name, found, encoding, bytes) => {
    expect(refusal('@rows.json', { 'rows.json': bytes })).toEqual({
      code: 'usage.invalid',
      message: `--data @rows.json is ${found}, so nothing was sent.`,
      suggestions: [`Save the file as UTF-8, or convert it: iconv -f ${encoding} -t utf-8`],
    })
  })

  it('a byte order mark before UTF-8 is not part of the text', () => {
    const { cwd } = makeContext()
    writeFileSync(join(cwd, 'rows.json'), '\ufeff[{"externalRef":"mug-1","title":"Tür"}]')

    const { body } = assembleInput(products.bulk, { args: {}, flags: { data: '@rows.json' }, cwd })

    expect(body).toBe('{"items":[{"externalRef":"mug-1","title":"Tür"}]}')
  })
})

/** The first place at which the engine finds a fault, where its message names one. */
const places: readonly (readonly [text: string, at: number])[] = [
  ['{a:1}', 1],
  ['{"a":', 5],
  ['[1,2', 4],
  ['{"a":1}\n x', 9],
  ['{"a":"\\x"}', 6],
  ['{"a":"\\u12"}', 6],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ['{"a":01}', 6],
  ['{ , }', 2],
  ['[1,]', 3],
  ['nul', 0],
]

describe('the position of a JSON error', () => {
  it.each(places)('of %j is %i', (text, at) => {
    expect(jsonFault(text)).toBe(at)
    expect(() => void JSON.parse(text)).toThrow(SyntaxError)
  })

  it.each(['[]', ' {"a":[1,-0.5e+3,{"b":null}],"\\u00e4\\"":"x"} ', '"x"', 'true'])(
    'of %j is after the end',
    (text) => {
      expect(jsonFault(text)).toBe(text.length)
      expect(() => void JSON.parse(text)).not.toThrow()
    },
  )
})

import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { assembleInput } from '../../src/call/input/input.ts'
import { prices } from '../../src/catalog/resources/prices.ts'
import { products } from '../../src/catalog/resources/products.ts'
import { csvLine } from '../../src/text/csv.ts'
import { makeContext } from '../support/context.ts'

function bodyOf(content: string | Uint8Array, { name = 'rows.csv', endpoint = products.bulk as never } = {}) {
  const { cwd } = makeContext()
  writeFileSync(join(cwd, name), content)
  const { rows } = assembleInput(endpoint, { args: {}, flags: { data: `@${name}` }, cwd })
  return JSON.stringify({ items: [...(rows?.rows() ?? [])] })
}

const items = (rows: string) => `{"items":[${rows}]}`
const mug = items('{"externalRef":"mug-1","title":"Mug"}')

describe('rows as CSV', () => {
  it.each([
    ['commas and LF', 'externalRef,title\nmug-1,Mug\n'],
    ['no line end', 'externalRef,title\nmug-1,Mug'],
    ['semicolons and CRLF, as Excel writes', 'externalRef;title\r\nmug-1;Mug\r\n'],
    ['tabs', 'externalRef\ttitle\nmug-1\tMug\n'],
    ['a separator line of Excel', 'sep=;\r\nexternalRef;title\r\nmug-1;Mug\r\n'],
    ['a byte order mark', '\ufeffexternalRef,title\r\nmug-1,Mug\r\n'],
    ['CR alone', 'externalRef,title\rmug-1,Mug\r'],
    ['quotes everywhere', '"externalRef","title"\n"mug-1","Mug"\n'],
    ['blank lines', 'externalRef,title\n\nmug-1,Mug\n\n\n'],
    ['an empty cell, which is left out', 'externalRef,title,price,status\nmug-1,Mug,,\n'],
  ])('are read with %s', (_, text) => {
    expect(bodyOf(text)).toBe(mug)
    expect(bodyOf(text, { name: 'rows' })).toBe(mug)
  })

  it('keep every decimal and id unchanged, and keep texts that look like numbers as texts', () => {
    const text =
      'externalRef,title,gtin,price,stockQuantity,categoryId\n007,1.10,0012345678905,1.10,0.30,9007199254740993\na,b,c,12345678901234567890.10,-0,1\n'

    expect(bodyOf(text)).toBe(
      items(
        '{"externalRef":"007","title":"1.10","gtin":"0012345678905","price":1.10,"stockQuantity":0.30,"categoryId":9007199254740993},{"externalRef":"a","title":"b","gtin":"c","price":12345678901234567890.10,"stockQuantity":-0,"categoryId":1}',
      ),
    )
  })

  it('keep separators, quotes and line breaks in quoted cells', () => {
    const text = 'externalRef,title,description\r\nmug-1,"A ""big"", blue mug","two\r\nlines"\r\nmug-2,5" mug,x\r\n'

    expect(bodyOf(text)).toBe(
      items(
        '{"externalRef":"mug-1","title":"A \\"big\\", blue mug","description":"two\\r\\nlines"},{"externalRef":"mug-2","title":"5\\" mug","description":"x"}',
      ),
    )
  })

  it('restore texts that --csv has escaped against spreadsheet formulas', () => {
    const titles = ['=1+1', '-20 % mug', '@mug', '+mug', "'mug", '\u202emug']
    const text = csvLine(['externalRef', 'title']) + titles.map((title) => csvLine(['a', title])).join('')

    const { items: rows } = JSON.parse(bodyOf(text)) as { items: { title: string }[] }
    expect(rows.map(({ title }) => title)).toEqual([...titles.slice(0, -1), '\\u202emug'])
  })

  it('accept lists and objects as JSON, and true and false in any case', () => {
    const row = 'mug-1,Mug,"[{""url"":""https://a.example/1.jpg""}]","{""color"":""red""}"'

    expect(bodyOf(`externalRef,title,images,attributes\n${row}\n`)).toBe(
      items(
        '{"externalRef":"mug-1","title":"Mug","images":[{"url":"https://a.example/1.jpg"}],"attributes":{"color":"red"}}',
      ),
    )
    const endpoint = prices.bulk as never
    expect(bodyOf('productId,price\n9007199254740993,1.50\n', { endpoint })).toBe(
      items('{"productId":9007199254740993,"price":1.50}'),
    )
  })

  it.each([
    [
      'a decimal comma',
      'externalRef;title;price\nmug-1;Mug;12,50\n',
      '"price" in row 1 (line 2): "12,50" is not a number such as 12.50',
    ],
    [
      'a currency',
      'externalRef,title,price\na,b,1\nmug-1,Mug,₺12\n',
      '"price" in row 2 (line 3): "₺12" is not a number such as 12.50',
    ],
    [
      'an id that a spreadsheet has shortened',
      'externalRef,title,categoryId\na,"x\ny",1.23E+15\n',
      '"categoryId" in row 1 (line 2): "1.23E+15" is not a whole number',
    ],
    [
      'a formula',
      'externalRef,title,price\na,b,=1+1\n',
      '"price" in row 1 (line 2): "=1+1" is not a number such as 12.50',
    ],
    [
      'a list that is none',
      'externalRef,title,images\na,b,x.jpg\n',
      '"images" in row 1 (line 2): "x.jpg" is not a JSON array',
    ],
    ['too many cells', 'externalRef,title\na,b,c\n', 'row 1 (line 2) has 3 cells, but the header has 2'],
    ['too few cells', 'externalRef,title\n"a\nb",c\nd\n', 'row 2 (line 4) has 1 cell, but the header has 2'],
    ['an open quote', 'externalRef,title\na,b\nc,"d\n', 'line 3: missing closing quote'],
    ['text behind a quote', 'externalRef,title\n"a"b,c\n', 'line 2: text after a closing quote'],
    ['a column twice', 'externalRef,title,title\na,b,c\n', 'the header contains "title" twice'],
    ['a column without a name', 'externalRef,,title\na,b,c\n', 'the header of column 2 is empty'],
    ['a header alone', 'externalRef,title\n', 'it has no rows after the header'],
    [
      'a terminal sequence',
      'externalRef,title,price\na,b,\u001b[2J\n',
      '"price" in row 1 (line 2): "\\u001b[2J" is not a number such as 12.50',
    ],
  ])('are rejected with row and column for %s', (_, text, why) => {
    expect(() => bodyOf(text)).toThrow(
      expect.objectContaining({
        code: 'usage.invalid',
        message: `Invalid CSV in --data @rows.csv: ${why}. Nothing was sent.`,
      }),
    )
  })

  it('are rejected with the first five invalid cells, and the rest is not listed', () => {
    const text = `externalRef,title,price\n${'a,b,x\n'.repeat(1000)}`

    expect(() => bodyOf(text)).toThrow(
      /row 1 .*row 5 \(line 6\): "x" is not a number such as 12\.50; and more\. Nothing was sent\.$/,
    )
  })

  it('are rejected with the encoding for UTF-16, and with the column for a misspelled column', () => {
    expect(() => bodyOf(Buffer.from('\ufeffexternalRef\ttitle\na\tb\n', 'utf16le'))).toThrow(/is UTF-16 text/)
    expect(() => bodyOf('externalRef,Titel\na,b\n')).toThrow(
      /Unknown fields of products\.bulk: Titel \(did you mean title\?\)/,
    )
  })

  it('are rejected for a call that accepts no rows', () => {
    expect(() => bodyOf('title\nMug\n', { endpoint: products.create as never })).toThrow(
      '--data @rows.csv is CSV, but products.create does not accept rows.',
    )
  })

  it('are rejected together with a single field', () => {
    const { cwd } = makeContext()
    writeFileSync(join(cwd, 'rows.csv'), 'externalRef,title\na,b\n')
    const flags = { data: '@rows.csv', field: ['items=1'] }

    expect(() => assembleInput(products.bulk, { args: {}, flags, cwd })).toThrow(
      '--data @rows.csv is CSV, but field flags cannot be combined with CSV.',
    )
  })

  it('are checked with their row number in the whole file, even after the first request', () => {
    const text = `productId,price\n${'1,2\n'.repeat(1200)},1.50\n`

    expect(() => bodyOf(text, { endpoint: prices.bulk as never })).toThrow(/productId in row 1201 is /)
  })

  it('are reported if two rows have the same key, and unknown columns are listed once', () => {
    const { cwd } = makeContext()
    writeFileSync(join(cwd, 'rows.csv'), 'externalRef,title,newInNextVersion\na,b,1\na,c,\n')

    const { doubts } = assembleInput(products.bulk, { args: {}, flags: { data: '@rows.csv' }, cwd })

    expect(doubts).toEqual([
      'Unknown fields of products.bulk are sent unchanged: newInNextVersion.',
      'In products.bulk, rows 1 and 2 have the same externalRef a. The last row overwrites the others.',
    ])
  })

  it.skipIf(process.platform !== 'linux')('leave no file open after they are read', () => {
    const { cwd } = makeContext()
    const file = join(cwd, 'rows.csv')
    writeFileSync(file, 'externalRef,title\na,b\n')
    const open = () => readdirSync('/proc/self/fd').flatMap((fd) => readlinkOf(join('/proc/self/fd', fd)))
    const { rows } = assembleInput(products.bulk, { args: {}, flags: { data: '@rows.csv' }, cwd })
    const all = [...(rows?.rows() ?? [])]

    expect(all).toHaveLength(1)
    expect(open()).not.toContain(file)
  })

  it('are not sent if the file is changed after the check', () => {
    const { cwd } = makeContext()
    const file = join(cwd, 'rows.csv')
    writeFileSync(file, 'externalRef,title\na,b\n')
    const { rows } = assembleInput(products.bulk, { args: {}, flags: { data: '@rows.csv' }, cwd })
    writeFileSync(file, 'externalRef,title\na,b\nc,d\n')

    expect(() => [...(rows?.rows() ?? [])]).toThrow('--data @rows.csv changed while it was read.')
  })
})

/** The file behind a descriptor; none if it was closed meanwhile. */
function readlinkOf(path: string): string[] {
  try {
    return [readlinkSync(path)]
  } catch {
    return []
  }
}

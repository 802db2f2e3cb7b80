import { describe, expect, it } from 'vitest'

import { style } from '../../src/terminal/style.ts'
import { displayWidth, table, type Column } from '../../src/terminal/table.ts'

interface Row {
  readonly name: string
  readonly count: number
}

const columns: Column<Row>[] = [
  { header: 'NAME', cell: (row) => row.name },
  { header: 'COUNT', cell: (row) => String(row.count), right: true },
]

describe('table', () => {
  it('aligns columns under a header on a terminal, numbers on the right', () => {
    const rows = [
      { name: 'Demo', count: 7 },
      { name: 'Longer name', count: 1200 },
    ]

    expect(table(rows, columns, { width: 80 })).toBe(
      ['NAME         COUNT', 'Demo             7', 'Longer name   1200'].join('\n'),
    )
  })

  it('writes one line of tab-separated cells a row, without a header, when piped', () => {
    expect(table([{ name: 'Demo', count: 7 }], columns, { width: 0 })).toBe('Demo\t7')
  })

  it('T21 keeps a foreign cell in its column and on its line', () => {
    const rows = [{ name: 'a\tb\n\u001b[2Jc', count: 1 }]

    expect(table(rows, columns, { width: 0 })).toBe('a\\tb\\n\\u001b[2Jc\t1')
    expect(table(rows, columns, { width: 80 }).split('\n')).toHaveLength(2)
  })

  it('cuts the widest column so that a line fits the terminal', () => {
    const text = table([{ name: 'x'.repeat(100), count: 12345 }], columns, { width: 40 })

    const [header, line] = text.split('\n')
    expect(line).toBe(`${'x'.repeat(32)}…  12345`)
    expect(displayWidth(line ?? '')).toBe(40)
    expect(displayWidth(header ?? '')).toBe(40)
  })

  it('cuts a column that says nothing in half only when the others have nothing left to give', () => {
    const time: Column<Row> = { header: 'AT', cell: () => '2026-01-01T00:00:00.000Z', whole: true }
    const lineAt = (width: number) =>
      table([{ name: 'x'.repeat(30), count: 1 }], [time, ...columns], { width }).split('\n')[1]

    expect(lineAt(50)).toBe(`2026-01-01T00:00:00.000Z  ${'x'.repeat(16)}…      1`)
    expect(lineAt(31)).toBe('2026-01-01T00…  xxxxxxx…      1')
  })

  it('knows emoji of two columns and marks of none in every script', () => {
    expect(['✅', '⭐', '👍', '東'].map(displayWidth)).toEqual([2, 2, 2, 2])
    expect(['é', '✓', 'กิ', 'בּ', 'a\u200d', 'ş'].map(displayWidth)).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('aligns by what a character takes on the screen', () => {
    const rows = [
      { name: '東京', count: 1 },
      { name: 'abcd', count: 2 },
      { name: 'e\u0301', count: 3 },
    ]

    expect(table(rows, columns, { width: 80 }).split('\n').slice(1)).toEqual([
      '東京      1',
      'abcd      2',
      'e\u0301         3',
    ])
  })

  it('paints after padding, so that colour does not shift columns', () => {
    const { red } = style(true)
    const painted: Column<Row>[] = [{ header: 'N', cell: (row) => row.name, paint: () => red }, ...columns.slice(1)]

    expect(table([{ name: 'ab', count: 1 }], painted, { width: 80 })).toBe(
      ['N   COUNT', '\u001b[31mab\u001b[39m      1'].join('\n'),
    )
  })

  it('says nothing for no rows when piped, and only the header on a terminal', () => {
    expect(table([], columns, { width: 0 })).toBe('')
    expect(table([], columns, { width: 80 })).toBe('NAME  COUNT')
  })
})

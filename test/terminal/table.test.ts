import { describe, expect, it } from 'vitest'

import { style } from '../../src/terminal/style.ts'
import { table, type Column } from '../../src/terminal/table.ts'
import { displayWidth } from '../../src/terminal/width.ts'

interface Row {
  readonly name: string
  readonly count: number
}

const columns: Column<Row>[] = [
  { header: 'NAME', cell: (row) => row.name },
  { header: 'COUNT', cell: (row) => String(row.count), kind: 'number' },
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

  it('writes one line of tab-separated cells per row, without a header, when piped', () => {
    expect(table([{ name: 'Demo', count: 7 }], columns, { width: 0 })).toBe('Demo\t7')
  })

  it('keeps an untrusted cell in its column and on its line (T21)', () => {
    const rows = [{ name: 'a\tb\n\u001b[2Jc', count: 1 }]

    expect(table(rows, columns, { width: 0 })).toBe('a\\tb\\n\\u001b[2Jc\t1')
    expect(table(rows, columns, { width: 80 }).split('\n')).toHaveLength(2)
  })

  it('keeps an untrusted header in its column and on its line, also if it is hidden (T21)', () => {
    const named: Column<Row>[] = [
      { header: 'A\u001b]52;c;x\u0007', cell: (row) => row.name },
      { header: '\u009b2J\n\u202e', cell: (row) => String(row.count) },
    ]
    let hidden: readonly string[] = []
    const lines = (width: number) =>
      table([{ name: 'Demo', count: 1 }], named, { width, onHidden: (headers) => void (hidden = headers) }).split('\n')

    expect(lines(80)).toEqual(['A\\u001b]52;c;x\\u0007  \\u009b2J\\n\\u202e', 'Demo                  1'])
    expect(lines(30)).toHaveLength(2)
    expect(hidden).toEqual(['\\u009b2J\\n\\u202e'])
  })

  it('never truncates a name, and truncates prose so that a line fits the terminal', () => {
    const prose: Column<Row> = { header: 'ABOUT', kind: 'prose', cell: () => 'word '.repeat(20).trim() }
    const rows = [{ name: 'fulfillment.requested', count: 12_345 }]

    const [header, line] = table(rows, [...columns, prose], { width: 50 }).split('\n')

    expect(header).toBe('NAME                   COUNT  ABOUT')
    expect(line).toBe('fulfillment.requested  12345  word word word word…')
    expect(table([{ name: 'x'.repeat(60), count: 1 }], columns, { width: 50 })).toContain('x'.repeat(60))
  })

  it('truncates columns of equal width alike', () => {
    const prose = (header: string, length: number): Column<Row> => ({
      header,
      kind: 'prose',
      cell: () => 'x'.repeat(length),
    })

    const line = table([{ name: '', count: 1 }], [prose('A', 40), prose('B', 40), prose('C', 40), prose('D', 8)], {
      width: 110,
    })

    expect(line.split('\n')[1]?.split(/ +/).map(displayWidth)).toEqual([32, 32, 32, 8])
  })

  it('drops whole columns of the lowest rank, then from the right, and reports which', () => {
    const column = (header: string, rank?: number): Column<Row> => ({
      header,
      cell: () => header.toLowerCase().repeat(10),
      ...(rank === undefined ? {} : { rank }),
    })
    const many = [column('A', 2), column('B'), column('C', 1), column('D')]
    const hidden: (readonly string[])[] = []
    const linesAt = (width: number, isWide = false) =>
      table([{ name: '', count: 1 }], many, { width, isWide, onHidden: (headers) => hidden.push(headers) }).split(
        '\n',
      )[1]

    expect(linesAt(50)).toBe('aaaaaaaaaa  bbbbbbbbbb  cccccccccc  dddddddddd')
    expect(hidden).toEqual([])
    expect(linesAt(40)).toBe('aaaaaaaaaa  bbbbbbbbbb  cccccccccc')
    expect(linesAt(25)).toBe('aaaaaaaaaa  cccccccccc')
    expect(hidden).toEqual([['D'], ['B', 'D']])
    expect(linesAt(25, true)).toBe('aaaaaaaaaa  bbbbbbbbbb  cccccccccc  dddddddddd')
    expect(linesAt(0)?.length).toBeUndefined()
    expect(table([{ name: '', count: 1 }], many, { width: 0 }).split('\t')).toHaveLength(4)
  })

  it('shows times of today as a clock time, others with their date, and ISO-8601 in a pipe and with --wide', () => {
    const now = new Date(2026, 10, 21, 12, 0, 0)
    const at: Column<Date> = { header: 'AT', kind: 'time', cell: (time) => time.toISOString() }
    const earlier = [new Date(2026, 10, 21, 8, 4, 50), new Date(2026, 10, 20, 23, 59, 59)]

    expect(table(earlier, [at], { width: 80, now })).toBe('AT\n08:04:50\n2026-11-20 23:59')
    expect(table(earlier, [at], { width: 0, now })).toBe(earlier.map((time) => time.toISOString()).join('\n'))
    expect(table(earlier, [at], { width: 80, now, isWide: true })).toContain(earlier[0]?.toISOString())
  })

  it('shows money with the decimals of its currency on a terminal, and unchanged in a pipe (GEN-012)', () => {
    const price: Column<string> = { header: 'PRICE', kind: 'money', cell: (text) => text }
    const came = ['9 TRY', '10.5 TRY', '983.867 TRY', '1200 JPY', '0.1 KWD', '–', '1e-7 EUR', '-3 EUR']

    expect(
      table(came, [price], { width: 80 })
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['PRICE', '9.00 TRY', '10.50 TRY', '983.867 TRY', '1200 JPY', '0.100 KWD', '–', '1e-7 EUR', '-3.00 EUR'])
    expect(table(came, [price], { width: 0 })).toBe(came.join('\n'))
  })

  it('omits a column on a terminal if every row has the same value and the column allows it', () => {
    const store: Column<Row> = { header: 'STORE', ifVaried: true, cell: ({ count }) => String(count) }
    const rows = [
      { name: 'a', count: 1 },
      { name: 'b', count: 1 },
    ]

    expect(table(rows, [columns[0] as Column<Row>, store], { width: 80 })).toBe('NAME\na\nb')
    expect(table(rows, [store], { width: 0 })).toBe('1\n1')
    expect(table([...rows, { name: 'c', count: 2 }], [store], { width: 80 })).toBe('STORE\n1\n1\n2')
  })

  it('keeps such a column in a table of one row, and omits one with empty cells', () => {
    const name = columns[0] as Column<Row>
    const store: Column<Row> = { header: 'STORE', ifVaried: true, cell: ({ count }) => String(count) }
    const delay: Column<Row> = { header: 'DELAY', ifSaid: true, cell: ({ count }) => (count === 1 ? '–' : 'long') }
    const one = { name: 'a', count: 1 }

    expect(table([one], [name, store, delay], { width: 80 })).toBe('NAME  STORE\na     1')
    expect(table([{ name: 'b', count: 2 }], [delay], { width: 80 })).toBe('DELAY\nlong')
    expect(table([one], [delay], { width: 80, isWide: true })).toBe('DELAY\n–')
  })

  it('shows prose at its full width before a column of a lower rank, and reports a hidden column', () => {
    const prose: Column<Row> = { header: 'ABOUT', kind: 'prose', rank: 9, room: 30, cell: () => 'x'.repeat(40) }
    const name: Column<Row> = { header: 'NAME', cell: (row) => row.name }
    const hidden: string[] = []
    const looks = { onHidden: (headers: readonly string[]) => void hidden.push(...headers) }
    const row = { name: 'evt_12345678', count: 1 }

    expect(table([row], [prose, name], { width: 44, ...looks })).toContain(`${'x'.repeat(29)}…  evt_12345678`)
    expect(hidden).toEqual([])
    expect(table([row], [prose, name], { width: 43, ...looks })).toBe(`ABOUT\n${'x'.repeat(40)}`)
    expect(hidden).toEqual(['NAME'])
  })

  it('aligns by display width', () => {
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

  it('colors after padding, so that color does not shift columns', () => {
    const { red } = style(true)
    const painted: Column<Row>[] = [{ header: 'N', cell: (row) => row.name, paint: () => red }, ...columns.slice(1)]

    expect(table([{ name: 'ab', count: 1 }], painted, { width: 80 })).toBe(
      ['N   COUNT', '\u001b[31mab\u001b[39m      1'].join('\n'),
    )
  })

  it('prints nothing for no rows when piped, and only the header on a terminal', () => {
    expect(table([], columns, { width: 0 })).toBe('')
    expect(table([], columns, { width: 80 })).toBe('NAME  COUNT')
  })
})

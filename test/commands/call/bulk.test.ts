import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { describe, expect, it } from 'vitest'

import PricesBulk from '../../../src/commands/call/prices/bulk.ts'
import ProductsBulk from '../../../src/commands/call/products/bulk.ts'
import ProductsList from '../../../src/commands/call/products/list.ts'
import { AppError } from '../../../src/errors.ts'
import type { Send } from '../../../src/http/wire.ts'
import { sendTo } from '../../support/send.ts'
import { documentsOf, linesOf, makeCalls } from './support.ts'

const tr = ['--region', 'tr']

interface Row {
  readonly externalRef?: string
  readonly title?: unknown
  readonly price?: number
}

const goodRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ externalRef: `ref-${at + 1}`, title: `Thing ${at + 1}`, price: 10.5 }))

async function makeBulk() {
  const platform = await makeCalls()
  const file = (name: string) => join(platform.cwd, name)
  return {
    ...platform,
    file,
    give: (name: string, rows: unknown) =>
      writeFileSync(file(name), typeof rows === 'string' ? rows : JSON.stringify(rows)),
    read: (name: string) => readFileSync(file(name), 'utf8'),
    bulk: (...argv: string[]) => platform.call(ProductsBulk, [...tr, ...argv]),
  }
}

describe('products bulk', () => {
  it('reports a failed write once on a terminal, as a table with the number of each row and one line (PROD-107)', async () => {
    const { give, call } = await makeBulk()
    give('rows.json', [...goodRows(2), { title: 'no reference' }])

    const run = await call(ProductsBulk, [...tr, '--data', '@rows.json'], { width: 80 })

    expect(run.exit).toBe(9)
    expect(
      linesOf(stripVTControlCharacters(run.stdout)).map((line) => line.split(/ +/).slice(0, 3).join(' ').trim()),
    ).toEqual([
      'ROW REF ID',
      expect.stringMatching(/^1 ref-1|^ ?1 ref-1/) as string,
      expect.stringContaining('2 ref-2') as string,
      expect.stringContaining('3 –') as string,
    ])
    expect(stripVTControlCharacters(run.stderr)).toBe(
      [
        'Error: 1 of 3 rows failed.',
        'Code: api.partial-failure',
        'Try this: To save unwritten rows for a retry, add --failed-out <file>.\n',
      ].join('\n'),
    )
  })

  it('shows the rejected value, and once how to fix a number in quotes', async () => {
    const { give, call } = await makeBulk()
    const rows = [
      { price: '149,90' },
      { price: `1\u001b[2J${'9'.repeat(60)}` },
      { externalRef: undefined },
      { variants: [{ combination: { size: 'S' }, price: '12' }] },
      { categoryId: 4711 },
    ]
    give('rows.json', [...goodRows(1), ...rows.map((row, at) => ({ externalRef: `bad-${at}`, title: 'T', ...row }))])

    const run = await call(ProductsBulk, [...tr, '--data', '@rows.json'], { width: 200 })
    const piped = await call(ProductsBulk, [...tr, '--data', '@rows.json'])

    const [head, ...lines] = linesOf(stripVTControlCharacters(run.stdout)).map((line) => line.split(/ {2,}/).slice(-2))
    expect(head).toEqual(['INPUT', 'WHY'])
    expect(lines).toEqual([
      ['–', '–'],
      ['price "149,90"', 'Write 149.90, without quotes.'],
      [`price "1\\u001b[2J${'9'.repeat(29)}…`, 'price is missing or invalid.'],
      ['no externalRef', 'externalRef is missing or invalid.'],
      ['variants.0.price "12"', 'Write 12, without quotes.'],
      ['categoryId 4711', expect.stringContaining('categoryId') as string],
    ])
    expect(stripVTControlCharacters(run.stderr)).toMatch(
      /^Error: 5 of 6 rows failed\.\nCode: .*\nTry this: To save unwritten rows .*\n$/,
    )
    expect(piped.stdout).not.toContain('149,90')
  })

  it.each([
    ['"1,234"', false],
    ['"149.90"', true],
    ['"cheap"', false],
    ['-1', false],
  ])('suggests a fix for a number in a text only if the number is unambiguous: %s', async (price, isSure) => {
    const { give, bulk } = await makeBulk()
    give('rows.json', `[{"externalRef":"a","title":"A","price":${price}}]`)

    const { stderr, exit } = await bulk('--data', '@rows.json', '--json')

    expect(exit).toBe(9)
    expect(stderr.includes('Write the number')).toBe(isSure)
  })

  it('lists only the failed rows of a long file on a terminal, with their numbers (PROD-107)', async () => {
    const { give, call } = await makeBulk()
    give('rows.json', [...goodRows(30), { title: 'no reference' }])

    const run = await call(ProductsBulk, [...tr, '--data', '@rows.json', '--failed-out', 'left.json'], { width: 80 })

    const shown = linesOf(stripVTControlCharacters(run.stdout))
    expect(shown.map((line) => line.trim().split(/ +/).slice(0, 2).join(' '))).toEqual(['ROW REF', '31 –', 'Listed: 1'])
    expect(shown.at(-1)).toBe('Listed: 1 of 31 rows (failed only). --json lists all.')
    expect(stripVTControlCharacters(run.stderr).replaceAll(/\s+/g, ' ')).toContain(
      'Try this: The unwritten rows are in left.json. Correct each failed row. To resend the file, run the command again with --data @left.json',
    )
  })

  it('writes a file of rows in requests of 100 and saves the three failed rows, every digit as typed (N30 PROD-109)', async () => {
    const { give, read, bulk, calls, call } = await makeBulk()
    const rows = goodRows(250).map((row) => JSON.stringify(row))
    const bad = [
      '{"externalRef":"bad-1","price":1.10}',
      '{"externalRef":"bad-2","title":"","price":12345678901234567890.10}',
      '{"title":"no reference"}',
    ]
    rows.splice(5, 0, bad[0] ?? '')
    rows.splice(120, 0, bad[1] ?? '')
    rows.push(bad[2] ?? '')
    give('rows.json', `[${rows.join(',\n')}]`)

    const run = await bulk('--data', '@rows.json', '--failed-out', 'bad.json')

    expect(run.exit).toBe(9)
    expect(calls().map(({ body }) => (JSON.parse(String(body)) as { items: unknown[] }).items.length)).toEqual([
      100, 100, 53,
    ])
    expect(read('bad.json')).toBe(`[\n${bad.join(',\n')}\n]\n`)
    expect(run.error).toMatchObject({
      code: 'api.partial-failure',
      message: '3 of 253 rows failed.',
    })
    expect(run.stderr).not.toContain('bad-1')
    expect(run.stdout).toContain('bad-1')
    expect(run.stderr).toContain('--data @bad.json')
    expect(linesOf(run.stdout)).toHaveLength(253)
    const written = await call(ProductsList, [...tr, '--all', '--search', 'Thing', '--ndjson'])
    expect(documentsOf(written.stdout)).toHaveLength(250)
  })

  it('changes nothing if the same file is written twice (PROD-107)', async () => {
    const { give, bulk, call } = await makeBulk()
    give('rows.json', { items: goodRows(3) })
    const idsOf = (stdout: string) => (JSON.parse(stdout) as { results: { id: number }[] }).results.map(({ id }) => id)

    const first = await bulk('--data', '@rows.json', '--json')
    const again = await bulk('--data', '@rows.json', '--json')

    expect([first.exit, again.exit]).toEqual([0, 0])
    expect(idsOf(again.stdout)).toEqual(idsOf(first.stdout))
    const listed = await call(ProductsList, [...tr, '--search', 'Thing', '--ndjson'])
    expect(documentsOf(listed.stdout)).toHaveLength(3)
  })

  it('reports the rows with a duplicate reference, and sends them all', async () => {
    const { give, bulk, calls } = await makeBulk()
    give('rows.json', [...goodRows(2), { externalRef: 'ref-1', title: 'Another', price: 1 }])

    const run = await bulk('--data', '@rows.json')

    expect(run.exit).toBe(0)
    expect(run.stderr).toContain('rows 1 and 3 have the same externalRef ref-1. The last row overwrites the others.\n')
    expect(JSON.parse(String(calls()[0]?.body))).toMatchObject({ items: { length: 3 } })
  })

  it('accepts the file from --failed-out after it is corrected', async () => {
    const { give, read, bulk } = await makeBulk()
    give('rows.json', [...goodRows(1), { externalRef: 'x', title: '' }])
    await bulk('--data', '@rows.json', '--failed-out', 'left.json')
    give('left.json', read('left.json').replace('""', '"X"'))

    const again = await bulk('--data', '@left.json', '--failed-out', 'left.json')

    expect([again.exit, read('left.json')]).toEqual([0, '[]\n'])
  })

  it('creates the file for this user only, and replaces an old file completely', async () => {
    const { give, file, bulk, read } = await makeBulk()
    give('rows.json', goodRows(1))
    give('old.json', 'something longer than what comes now')
    chmodSync(file('old.json'), 0o644)

    await bulk('--data', '@rows.json', '--failed-out', 'old.json')

    expect([read('old.json'), statSync(file('old.json')).mode & 0o777]).toEqual(['[]\n', 0o600])
  })

  it.each([
    ['no/such/folder/x.json', /its folder does not exist/, 'Create the folder '],
    ['rows.json/x.json', /its folder does not exist/, 'Create the folder '],
    ['a-folder', /is a folder/, '--failed-out a-folder/failed.json'],
    ['link.json', /is a symbolic link/, 'Use the link target'],
    ['linked/deep/x.json', /linked is a symbolic link/, '--failed-out failed.json'],
    ['a-pipe', /is not a regular file/, '--failed-out failed.json'],
    [`${'x'.repeat(300)}.json`, /cannot be written/, '--failed-out failed.json'],
    ['-', /needs a file name/, '--failed-out failed.json'],
    ['', /^--failed-out is empty\.$/, 'Give the flag a value'],
  ])('sends nothing if the failed rows cannot be saved in %j', async (given, words, next) => {
    const { give, file, bulk, calls, read } = await makeBulk()
    give('rows.json', goodRows(1))
    give('victim', 'untouched')
    mkdirSync(file('a-folder'))
    execFileSync('mkfifo', [file('a-pipe')])
    symlinkSync(file('victim'), file('link.json'))
    mkdirSync(file('a-folder/deep'))
    symlinkSync(file('a-folder'), file('linked'))

    const { error } = await bulk('--data', '@rows.json', '--failed-out', given)

    const code = given.startsWith('linked') ? 'storage.symlink' : 'usage.invalid'
    expect([error?.code, calls().length]).toEqual([code, 0])
    expect(error?.message).toMatch(words)
    expect(error).toMatchObject({ suggestions: [expect.stringContaining(next) as string] })
    expect([read('victim'), existsSync(file('-'))]).toEqual(['untouched', false])
  })

  it('is one JSON document with --json for several requests', async () => {
    const { give, bulk } = await makeBulk()
    give('rows.json', [...goodRows(4), { externalRef: 'bad' }])

    const run = await bulk('--data', '@rows.json', '--chunk-size', '2', '--json')

    const document = JSON.parse(run.stdout) as {
      success: boolean
      total: number
      failed: number
      results: { success: boolean }[]
    }
    expect(document).toMatchObject({ success: false, total: 5, failed: 1 })
    expect(document.results.map(({ success }) => success)).toEqual([true, true, true, true, false])
    expect(run.exit).toBe(9)
    expect(run.stderr).toContain('1 of 5 rows failed')
  })

  it('lists each row with --ndjson', async () => {
    const { give, bulk } = await makeBulk()
    give('rows.json', goodRows(3))

    const { stdout } = await bulk(
      '--data',
      '@rows.json',
      '--chunk-size',
      '2',
      '--ndjson',
      '--fields',
      'externalRef,success',
    )

    expect(documentsOf(stdout)).toEqual(goodRows(3).map(({ externalRef }) => ({ externalRef, success: true })))
  })

  it.each<[string, number, string, string, number]>([
    ['a refusal of its rows', 400, '2 of 6 rows were not written: 2 in a rejected request.', 'api.partial-failure', 2],
    [
      'a failure of the platform',
      500,
      '4 of 6 rows were not written: 2 without a response (possibly written), 2 not sent.',
      'api.partial-failure',
      4,
    ],
    [
      'a lost permission',
      403,
      '4 of 6 rows were not written: 2 in a rejected request, 2 not sent.',
      'api.partial-failure',
      4,
    ],
  ])('says after %s in the second request how each row ended', async (_, status, ...[message, code, left]) => {
    const { give, read, made, call } = await makeBulk()
    give('rows.json', goodRows(6))
    const plain = sendTo(made.emulator)
    let asked = 0
    const send: Send = async (request) =>
      ++asked === 2 ? { status, headers: {}, body: Buffer.from('{"message":"No."}') } : plain(request)
    const argv = [...tr, '--data', '@rows.json', '--chunk-size', '2', '--failed-out', 'left.json']

    const run = await call(ProductsBulk, [...argv, '--json'], { send })

    expect(run.error).toMatchObject({ code, message })
    expect(run.stderr).toContain(`${status}`)
    const rows = JSON.parse(read('left.json')) as Row[]
    expect(rows).toEqual(goodRows(6).slice(2, 2 + left))
    const { results } = JSON.parse(run.stdout) as { results: { externalRef: string; state?: string }[] }
    expect(results[2]).toMatchObject({ externalRef: 'ref-3', success: false })
  })

  it('reports the rejection itself if nothing was written, and still saves the rows', async () => {
    const { give, read, call } = await makeBulk()
    give('rows.json', goodRows(3))
    const send: Send = async () => ({ status: 402, headers: {}, body: Buffer.from('{}') })

    const run = await call(
      ProductsBulk,
      [...tr, '--data', '@rows.json', '--chunk-size', '2', '--failed-out', 'left.json', '--json'],
      { send },
    )

    expect([run.exit, (JSON.parse(run.stdout) as { error: { code: string } }).error.code]).toEqual([
      6,
      'api.payment-pending',
    ])
    expect(JSON.parse(read('left.json'))).toEqual(goodRows(3))
  })

  it('saves the remaining rows when it is interrupted, and exits with 130', async () => {
    const { give, read, call, made } = await makeBulk()
    give('rows.json', goodRows(6))
    const interrupted = new AbortController()
    const plain = sendTo(made.emulator)
    const send: Send = async (request) => {
      const response = await plain({ ...request, signal: new AbortController().signal })
      interrupted.abort('SIGINT')
      return response
    }

    const run = await call(
      ProductsBulk,
      [...tr, '--data', '@rows.json', '--chunk-size', '2', '--failed-out', 'left.json'],
      {
        send,
        interrupted: interrupted.signal,
      },
    )

    expect(run.exit).toBe(130)
    expect(JSON.parse(read('left.json'))).toEqual(goodRows(6).slice(2))
    expect(run.stderr).toContain('Of 6 rows: 4 not sent.')
    expect(run.stderr).toContain('The unwritten rows are in left.json')
  })

  it('reports the result of the rows if a wait for the budget is interrupted (P17)', async () => {
    const { give, read, call, made } = await makeBulk()
    give('rows.json', goodRows(60))
    const interrupted = new AbortController()
    const send = sendTo(made.emulator)
    const argv = [...tr, '--data', '@rows.json', '--chunk-size', '1', '--failed-out', 'left.json']

    const run = await call(ProductsBulk, argv, {
      send: (request) => send({ ...request, signal: new AbortController().signal }),
      sleep: async (_, signal) => {
        interrupted.abort()
        signal?.throwIfAborted()
      },
      interrupted: interrupted.signal,
    })

    const left = JSON.parse(read('left.json')) as unknown[]
    expect(run.exit).toBe(130)
    expect(left.length).toBeGreaterThan(0)
    expect(left).toEqual(goodRows(60).slice(-left.length))
    expect(run.stderr).toContain(`Of 60 rows: ${left.length} not sent.`)
  })

  it('--include prints the head of a single request to stdout, and the heads of several to stderr', async () => {
    const { give, call } = await makeBulk()
    give('rows.json', goodRows(4))
    const argv = [...tr, '--data', '@rows.json', '--include']

    const one = await call(ProductsBulk, argv)
    const two = await call(ProductsBulk, [...argv, '--chunk-size', '2'])

    expect(one.stdout).toMatch(/^HTTP\/1\.1 200\n/)
    expect(two.stderr.match(/^HTTP\/1\.1 200$/gm)).toHaveLength(2)
    expect(two.stdout).not.toContain('HTTP/1.1')
  })

  it('reports that rows may be written after a first request without a response', async () => {
    const { give, read, call } = await makeBulk()
    give(
      'rows.json',
      goodRows(3).map(({ title, price }) => ({ title, price })),
    )
    const send: Send = async () => {
      throw new AppError('net.unreachable', 'No connection.', { details: { sent: true, reason: 'ECONNRESET' } })
    }
    const argv = [...tr, '--data', '@rows.json', '--chunk-size', '2']

    const kept = await call(ProductsBulk, [...argv, '--failed-out', 'left.json'], { send })
    const not = await call(ProductsBulk, argv, { send })

    expect([kept.exit, JSON.parse(read('left.json')).length]).toEqual([8, 3])
    for (const { stderr } of [kept, not]) {
      expect(stderr).toContain('Of 3 rows: 2 without a response (possibly written), 1 not sent.')
    }
    expect(kept.stderr).toContain(
      'The unwritten rows are in left.json. Check which rows without a response were written, and remove them. To resend the file, run the command again with --data @left.json',
    )
    expect(not.stderr).toContain('To save unwritten rows for a retry')
  })

  it.each(['[]', '{"items":[]}', '{"items":{}}', '"x"', '{'])('rejects the body %s and sends nothing', async (body) => {
    const { bulk, calls } = await makeBulk()

    const { exit } = await bulk('--data', body)

    expect([exit, calls().length]).toEqual([2, 0])
  })
})

describe('prices bulk', () => {
  it('sends at most 500 rows in a request, and each request succeeds or fails as a whole (PROD-118 A8)', async () => {
    const { give, call, read } = await makeBulk()
    const sizes: number[] = []
    const send: Send = async ({ body }) => {
      sizes.push((JSON.parse(String(body)) as { items: unknown[] }).items.length)
      const status = sizes.length === 2 ? 404 : 200
      return { status, headers: {}, body: Buffer.from(`{"success":${status === 200}}`) }
    }
    const prices = Array.from({ length: 1_001 }, (_, at) => ({ productId: at + 1, price: 1 }))
    give('prices.json', prices)

    const run = await call(PricesBulk, [...tr, '--data', '@prices.json', '--failed-out', 'left.json'], { send })

    expect(sizes).toEqual([500, 500, 1])
    expect(run.error).toMatchObject({ message: '500 of 1001 rows were not written: 500 in a rejected request.' })
    expect(run.stderr).toContain(
      'The unwritten rows are in left.json. Correct each failed row. To resend the file, run the command again',
    )
    expect(run.stdout).toBe('')
    expect(JSON.parse(read('left.json'))).toEqual(prices.slice(500, 1_000))
  })

  it('reports the rejection of a single request unchanged (A8)', async () => {
    const { give, call } = await makeBulk()
    const listed = await call(ProductsList, [...tr, '--ndjson', '--fields', 'id', '--limit', '1'])
    give(
      'prices.json',
      documentsOf(listed.stdout).map(({ id }) => ({ productId: id, price: 3 })),
    )

    const run = await call(PricesBulk, [...tr, '--data', '@prices.json', '--failed-out', 'left.json'])

    // The store's own product is not this app's.
    expect([run.exit, run.error?.code]).toEqual([12, 'api.error'])
    expect(run.error).toMatchObject({
      suggestions: expect.arrayContaining([expect.stringContaining('left.json')]) as string[],
    })
  })
})

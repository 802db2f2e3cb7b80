import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { importSnapshot } from '../../../src/emulator/snapshots/travel/import-snapshot.ts'
import { readLines } from '../../../src/emulator/snapshots/travel/read-lines.ts'
import { messageOf } from '../../../src/errors/thrown.ts'
import { importTools, makeExported, makeFolder } from '../../support/emulator/exported-snapshot.ts'

type Lines = unknown[]

/** What a hostile file does to the lines of a good one, and what is said of it. */
const hostile: readonly (readonly [name: string, change: (lines: Lines) => Lines | Buffer, code?: string])[] = [
  ['no compressed file', () => Buffer.from('SQLite format 3\0'.repeat(100))],
  ['an empty file', () => Buffer.alloc(0)],
  ['nothing, compressed', () => []],
  ['another JSON', () => [{ hello: 1 }]],
  ['a line that is no JSON', (lines) => Buffer.from(gzipSync(`${JSON.stringify(lines[0])}\n{"a"\n`))],
  ['a file that is cut off', (lines) => pack(lines).subarray(0, -200)],
  ['a line without its end', (lines) => Buffer.from(gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')))],
  ['bombs: one line of 64 MB', () => Buffer.from(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)))],
  ['a newer format', ([head, ...rest]) => [{ ...(head as object), formatVersion: 2 }, ...rest], 'storage.newer'],
  [
    'newer databases',
    ([head, ...rest]) => [{ ...(head as object), schema: { registry: 999, store: 999 } }, ...rest],
    'storage.newer',
  ],
  [
    'databases of a preview',
    ([head, ...rest]) => [{ ...(head as object), schema: { registry: 1, store: 1 } }, ...rest],
    'storage.older',
  ],
  [
    'versions that are none',
    ([head, ...rest]) => [{ ...(head as object), schema: { registry: '8', store: null } }, ...rest],
  ],
  [
    'a name that leads elsewhere',
    ([head, ...rest]) => [{ ...(head as object), name: '../../x' }, ...rest],
    'emulator.bad-request',
  ],
  [
    'a store that leads elsewhere',
    ([head, ...rest]) => [{ ...(head as object), stores: ['../../x', 'empty'] }, ...rest],
  ],
  ['a store twice', ([head, ...rest]) => [{ ...(head as object), stores: ['demo', 'demo'] }, ...rest]],
  [
    'a store that is missing',
    ([head, ...rest]) => [{ ...(head as object), stores: ['demo', 'empty', 'third'] }, ...rest],
  ],
  [
    'a row of a store that leads elsewhere',
    (lines) => lines.map((line) => (Array.isArray(line) && line[1] === 'demo' ? line.with(1, '../../x') : line)),
  ],
  ['databases in another order', ([head, ...rest]) => [{ ...(head as object), stores: ['empty', 'demo'] }, ...rest]],
  ['a row before its table', ([head, ...rest]) => [head, [1, 2, 3], ...rest]],
  ['a table of SQLite', ([head]) => [head, { store: null, table: 'sqlite_schema', columns: ['type'] }, ['trigger']]],
  ['a table that stays behind', ([head]) => [head, { store: null, table: 'tokens', columns: ['digest'] }, ['x']]],
  [
    'a table that there is not',
    ([head]) => [head, { store: null, table: 'apps"; DROP TABLE apps; --', columns: ['a'] }],
  ],
  ['a column that there is not', ([head]) => [head, { store: null, table: 'apps', columns: ['name") --'] }]],
  ['a row that is too short', ([head]) => [head, { store: null, table: 'apps', columns: ['app_key', 'name'] }, ['x']]],
  ['a value of another kind', ([head]) => [head, { store: null, table: 'stores', columns: ['id'] }, [{ toString: 1 }]]],
  ['a secret where none is', ([head]) => [head, { store: null, table: 'stores', columns: ['id'] }, [{ secret: true }]]],
  ['a row that the schema refuses', ([head]) => [head, { store: null, table: 'stores', columns: ['id'] }, ['x']]],
  [
    'a reference to nothing',
    (lines) =>
      lines.map((line) => (Array.isArray(line) && line[1] === 1001 && line[2] === 'tr' ? line.with(1, 4242) : line)),
  ],
  [
    'lists that are none',
    (lines) =>
      lines.map((line) =>
        Array.isArray(line) && line[0] === 'app.acme.loyalty'
          ? line.map((value) =>
              value === '["orders.read","products.read","products.write"]' ? '{"a":1}' : (value as unknown),
            )
          : line,
      ),
  ],
  ...['x', 'NaN', '1e999', '-5', '', ' 1', '0x10'].map(
    (value) => [`the price ${JSON.stringify(value)}`, setting('prices', 'price', value)] as const,
  ),
  ['a total that is no amount', setting('orders', 'grand_total', 'x')],
  ['an unknown status of an app', setting('apps', 'status', 'Z')],
  ...['file:///etc/passwd', 'javascript:alert(1)', 'x'].map(
    (url) => [`the webhook address ${url}`, setting('apps', 'webhook_url', url)] as const,
  ),
  ['scopes that are no JSON', setting('apps', 'requested_scopes', '[')],
  [
    'a setting that cannot be',
    (lines) =>
      lines.map((line) => (Array.isArray(line) && line[0] === 'settings' ? ['settings', '{"pin":"<script>"}'] : line)),
  ],
  [
    'a clock that cannot be',
    (lines) =>
      lines.map((line) => (Array.isArray(line) && line[0] === 'clock_offset_ms' ? ['clock_offset_ms', '-1'] : line)),
  ],
]

/** Values that no store could have, and that the pages and the API would fail to read. */
const unstorable: readonly (readonly [column: `${string}.${string}`, value: unknown])[] = [
  ['orders.currency', '<b>'],
  ['orders.created_at', 9e15],
  ['orders.created_at', -1],
  ['orders.billing_address', '['],
  ['orders.created_at', { integer: '9007199254740993' }],
  ['order_items.quantity', { integer: '9007199254740993' }],
  ['regions.currency_code', '€€'],
  ['regions.currency_code', ''],
  ['regions.language_code', 'x_y!'],
  ['regions.country_code', 'zz9'],
  ['warehouses.country_code', ''],
  ['stores.created_at', 9e15],
  ['apps.admin_manifest_json', '['],
  ['apps.admin_manifest_json', 'null'],
  ['installs.scopes', '['],
  ['installs.scopes', '{"a":1}'],
  ['installs.webhook_url', 'javascript:x'],
  ['products.updated_at', 9e15],
  ['products.images', '{}'],
  ['products.weight_gram', 'x'],
  ['stock.quantity', 'x'],
  ['stock.quantity', '1e999'],
  ['events.data', '[]'],
]

/** The first row of a table with another value in one column. */
function setting(table: string, column: string, value: unknown): (lines: Lines) => Lines {
  return (lines) => {
    const at = lines.findIndex(
      (line) => (line as { table?: string }).table === table && Array.isArray(lines[lines.indexOf(line) + 1]),
    )
    if (at === -1) throw new Error(`There is no row of ${table}.`)
    const place = (lines[at] as { columns: string[] }).columns.indexOf(column)
    if (place === -1) throw new Error(`There is no ${table}.${column}.`)
    return lines.with(at + 1, (lines[at + 1] as unknown[]).with(place, value))
  }
}

function linesOf(file: string): Lines {
  const text = gunzipSync(readFileSync(file)).toString().trim()
  return text.split('\n').map((line) => JSON.parse(line) as unknown)
}

function pack(lines: Lines): Buffer {
  return gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

describe('a hostile file (T14 T24)', () => {
  it('is rejected with the reason, and leaves nothing behind', async () => {
    const { file, home } = await makeExported()
    const good = linesOf(file)
    const bad = join(home, 'bad.snapshot')
    const there = makeFolder()
    const outcomes: unknown[] = []
    for (const [name, change] of hostile) {
      const changed = change(structuredClone(good))
      writeFileSync(bad, Buffer.isBuffer(changed) ? changed : pack(changed))
      const error = await importSnapshot(importTools(there), bad).then(
        () => ({ code: 'none' }),
        (refusal: unknown) => refusal as { code: string; stack?: string },
      )
      outcomes.push([name, error.code])
    }

    expect(outcomes).toEqual(hostile.map(([name, , code = 'emulator.snapshot-unreadable']) => [name, code]))
    expect(
      existsSync(join(there, 'emulator', 'snapshots')) ? readdirSync(join(there, 'emulator', 'snapshots')) : [],
    ).toEqual([])
    expect(readdirSync(there).filter((name) => name !== 'emulator')).toEqual([])
    // The same way does not refuse what is good.
    writeFileSync(bad, pack(good))
    expect((await importSnapshot(importTools(there), bad)).snapshot.stores).toBe(2)
  })

  it('with a value that no store could have is rejected, with the name of the column', async () => {
    const { file, home } = await makeExported('small')
    const good = linesOf(file)
    const bad = join(home, 'bad.snapshot')
    const outcomes: unknown[] = []
    for (const [column, value] of unstorable) {
      const [table = '', name = ''] = column.split('.')
      writeFileSync(bad, pack(setting(table, name, value)(good)))
      const error = await importSnapshot(importTools(makeFolder()), bad).then(() => null, messageOf)
      outcomes.push([column, value, error?.includes(`an invalid value in ${column}`)])
    }

    expect(outcomes).toEqual(unstorable.map(([column, value]) => [column, value, true]))
    writeFileSync(bad, pack(good))
    expect((await importSnapshot(importTools(makeFolder()), bad)).snapshot.stores).toBe(2)
  })

  it('is read only up to its limits', async () => {
    const file = join(makeFolder(), 'long')
    writeFileSync(file, gzipSync('1\n'.repeat(1000)))
    let lines = 0

    await expect(readLines(file, () => void (lines += 1), { bytes: 100, lineBytes: 10 })).rejects.toMatchObject({
      code: 'emulator.snapshot-unreadable',
    })

    expect(lines).toBeLessThanOrEqual(1000)
  })

  it('a killed import leaves a folder that the next import deletes a day later', async () => {
    const { file, home, dir } = await makeExported()
    const [old, young] = ['.importing-old', '.importing-young'].map((name) => join(dir, 'snapshots', name))
    for (const folder of [old, young]) mkdirSync(String(folder))
    utimesSync(String(old), 1, 1)

    await importSnapshot(importTools(home), file, 'second')

    expect(readdirSync(join(dir, 'snapshots')).toSorted()).toEqual(['.importing-young', 'base', 'second'])
  })
})

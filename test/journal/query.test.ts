import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { openJournal } from '../../src/journal/journal.ts'
import { askJournal } from '../../src/journal/query/ask-journal.ts'
import { queryMistake } from '../../src/journal/query/query-mistake.ts'
import { queryViews } from '../../src/journal/query/query-views.ts'
import { runQuery } from '../../src/journal/query/run-query.ts'
import { ExactNumber } from '../../src/text/json.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'

const APP = 'app.acme.loyalty'

/** A journal of two apps on disk, with the given number of deliveries of the first. */
function makeJournal(deliveries = 3) {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-query-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.db')
  const { db, close } = openJournal({ path, appKey: APP })
  const insert = `INSERT INTO deliveries (received_at, app_key, event_id, topic, store_id, timestamp, signature, verdict, mark, headers, body, state)
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?)
    SELECT '2026-11-21T12:00:00.000Z', ?, 'evt_' || x, 'order.paid', '1001', 1, 'the-signature', 'genuine', 'new', '{"x":"the-headers"}', CAST('{"n":' || x || '}' AS BLOB), 'delivered' FROM n`
  db.prepare(insert).run(deliveries, APP)
  db.prepare(insert).run(1, "app.other.spy's")
  if (deliveries < 100)
    db.exec(
      `INSERT INTO attempts (delivery_id, at, status, ms) SELECT id, '2026-11-21T12:00:00.900Z', 200, 900.6 FROM deliveries`,
    )
  db.exec(
    `INSERT INTO calls (at, app_key, method, path, status, ms) VALUES ('2026-11-21T12:00:01.000Z', '${APP}', 'GET', '/orders', 200, 3)`,
  )
  close()
  return path
}

const ask = (path: string, sql: string, more: { limit?: number; appKey?: string } = {}) =>
  runQuery({ path, appKey: APP, limit: 1000, sql, ...more })

it('returns columns and rows of this app only', () => {
  const path = makeJournal()

  const reply = ask(path, 'SELECT topic, count(*) AS n FROM deliveries GROUP BY topic; ')
  const joined = ask(
    path,
    `with d as (select * from deliveries) select d.event_id, a.status, d.body ->> '$.n' n from d join attempts a on a.delivery_id = d.id order by 1 -- the end`,
  )
  const other = ask(path, 'SELECT count(*) AS n FROM deliveries', { appKey: "app.other.spy's" })

  expect(JSON.parse(JSON.stringify(reply))).toEqual({
    kind: 'rows',
    columns: ['topic', 'n'],
    rows: [['order.paid', 3]],
    isCut: false,
  })
  expect(JSON.parse(JSON.stringify(joined))).toMatchObject({
    rows: [
      ['evt_1', 200, 1],
      ['evt_2', 200, 2],
      ['evt_3', 200, 3],
    ],
  })
  expect(JSON.parse(JSON.stringify(other))).toMatchObject({ rows: [[1]] })
})

it('counts the rows of a subquery even if the query reads no column', () => {
  const path = makeJournal()

  const [counted, endless] = [
    'WITH paid AS (SELECT * FROM deliveries) SELECT count(*) FROM paid',
    'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 5) SELECT 1 FROM n',
  ].map((sql) => ask(path, sql))

  expect(JSON.parse(JSON.stringify(counted))).toMatchObject({ kind: 'rows', rows: [[3]] })
  expect(JSON.parse(JSON.stringify(endless))).toMatchObject({ kind: 'rows', rows: [[1], [1], [1], [1], [1]] })
})

it('attempts and calls have their start time, so that the rows of all views sort by at', () => {
  const path = makeJournal()

  const reply = ask(
    path,
    `SELECT 'delivery', at, NULL FROM deliveries WHERE id = 1
     UNION ALL SELECT 'attempt', at, ended_at FROM attempts WHERE delivery_id = 1
     UNION ALL SELECT 'call', at, ended_at FROM calls ORDER BY 2, 3`,
  )

  expect(JSON.parse(JSON.stringify(reply))).toMatchObject({
    rows: [
      ['delivery', '2026-11-21T12:00:00.000Z', null],
      ['attempt', '2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.900Z'],
      ['call', '2026-11-21T12:00:00.997Z', '2026-11-21T12:00:01.000Z'],
    ],
  })
})

it.each(queryViews)('the view $name has the documented columns', ({ name, columns }) => {
  const reply = ask(makeJournal(), `SELECT * FROM ${name}`)

  expect(reply).toMatchObject({ kind: 'rows', columns: columns.map((column) => column.name) })
})

it.each(queryViews)('each column of the view $name can be selected alone, counted and grouped', ({ name, columns }) => {
  const path = makeJournal()

  const kinds = columns.flatMap((column) => [
    ask(path, `SELECT "${column.name}" FROM ${name}`).kind,
    ask(path, `SELECT "${column.name}", count(*) FROM ${name} GROUP BY 1`).kind,
  ])

  expect([...new Set(kinds), ask(path, `SELECT count(*) FROM ${name}`).kind]).toEqual(['rows', 'rows'])
})

it.each([
  ['SELECT 1; SELECT 2', 'Only one statement is allowed.', 'Remove the ;'],
  ['SELECT topc FROM deliveries', 'no such column: topc', 'Did you mean topic?'],
  ['SELECT d.Evnt_id FROM deliveries d', 'no such column: d.Evnt_id', 'Did you mean event_id?'],
  ['SELECT "topc" FROM deliveries', 'no such column: "topc"', 'Did you mean topic?'],
  ['SELECT method, xyzzy FROM calls', 'no such column: xyzzy', 'calls has id, at,'],
  ['SELECT * FROM delivries', 'no such table: delivries', 'Did you mean deliveries?'],
  ["SELECT * FROM calls WHERE at > '2026", "A quote (') is not closed.", "write ''"],
  ['SELECT id FROM', 'The query is incomplete.', 'app journal views'],
  ['SELECT * FROM main.deliveries', 'prohibited', 'A query can read deliveries,'],
])('rejects %s and explains the mistake', (sql, wrong, remedy) => {
  const reply = ask(makeJournal(), sql)
  const said = queryMistake({ refused: reply.kind === 'rejected' ? reply.message : reply.kind, sql })

  expect(said.message).toContain(wrong)
  expect(said.suggestions[0]).toContain(remedy)
})

const refused = [
  'DELETE FROM deliveries',
  'INSERT INTO deliveries (id) VALUES (9)',
  "UPDATE deliveries SET topic = 'x'",
  'REPLACE INTO refusals VALUES (1, 2, 3, 4)',
  'DROP TABLE deliveries',
  'DROP VIEW deliveries',
  'CREATE TABLE x (y)',
  'CREATE TEMP TABLE x AS SELECT 1',
  'CREATE TRIGGER t AFTER INSERT ON deliveries BEGIN SELECT 1; END',
  'CREATE VIRTUAL TABLE x USING fts5(y)',
  'ALTER TABLE deliveries ADD COLUMN x',
  "ATTACH '/etc/passwd' AS p",
  "ATTACH DATABASE ':memory:' AS p",
  'DETACH main',
  'VACUUM',
  "VACUUM INTO '/tmp/copy.db'",
  'REINDEX',
  'ANALYZE',
  'BEGIN IMMEDIATE',
  'COMMIT',
  'SAVEPOINT x',
  'PRAGMA journal_mode = DELETE',
  'PRAGMA writable_schema = 1',
  'PRAGMA database_list',
  'EXPLAIN SELECT 1',
  'SELECT 1; DELETE FROM deliveries',
  'SELECT 1) ; DELETE FROM deliveries; SELECT * FROM (SELECT 1',
  'SELECT 1 /* ; */; DROP TABLE calls',
  '-- SELECT\nDELETE FROM deliveries',
  '/* SELECT */ DELETE FROM deliveries',
  'WITH x AS (SELECT 1) DELETE FROM deliveries',
  'WITH x AS (SELECT 1) INSERT INTO refusals SELECT 1, 2, 3, 4',
  'SELECT * FROM main.deliveries',
  'SELECT * FROM main.calls',
  'SELECT * FROM call_contents',
  'WITH deliveries AS (SELECT * FROM main.deliveries) SELECT * FROM deliveries',
  'WITH calls AS (SELECT * FROM main.deliveries) SELECT signature FROM calls',
  'SELECT (SELECT signature FROM main.deliveries LIMIT 1)',
  'SELECT * FROM deliveries WHERE EXISTS (SELECT 1 FROM main.installs)',
  'SELECT * FROM sqlite_master',
  'SELECT * FROM temp.sqlite_temp_master',
  'SELECT * FROM sqlite_schema',
  'SELECT * FROM pragma_database_list',
  "SELECT * FROM pragma_table_info('deliveries')",
  'SELECT * FROM dbstat',
  'SELECT count(*) FROM call_contents',
  'SELECT 1 FROM Call_Contents',
  'SELECT count(*) FROM main.deliveries',
  'SELECT count(*) FROM sqlite_master',
  'SELECT count(*) FROM temp.sqlite_temp_master',
  'SELECT count(*) FROM Pragma_Database_List',
  'SELECT count(*) FROM dbstat',
  'WITH x AS (SELECT 1 FROM call_contents) SELECT count(*) FROM x',
  "SELECT load_extension('x')",
  "SELECT writefile('/tmp/x', 'y')",
  "SELECT readfile('/etc/passwd')",
  'SELECT zeroblob(2000000000)',
  'SELECT hex(randomblob(1000000000))',
  "SELECT fts3_tokenizer('x', x'00')",
  '',
  ';',
]

it.each(refused)('rejects %s (T39)', (sql) => {
  const path = makeJournal()
  const before = readFileSync(path)

  const reply = ask(path, sql)

  expect(reply.kind).toBe('rejected')
  expect(JSON.stringify(reply)).not.toContain('the-signature')
  expect(readFileSync(path)).toEqual(before)
})

it.each([
  ["at > '2026-11-01'", 'calls_by_begin (app_key=? AND <expr>>?)'],
  ["at BETWEEN '2026-11-01' AND '2026-11-02' ORDER BY at DESC", 'calls_by_begin (app_key=? AND <expr>>? AND <expr><?)'],
  ['true ORDER BY at DESC LIMIT 10', 'calls_by_begin (app_key=?)'],
])('finds the calls of a time range with an index: %s', (where, plan) => {
  const journal = openJournal({ path: ':memory:', appKey: APP })
  onTestFinished(journal.close)
  const { columns, rows } = queryViews.find(({ name }) => name === 'calls') as (typeof queryViews)[number]
  const list = columns.map(({ name, from = name }) => `${from} AS "${name}"`).join(', ')
  journal.db.exec(`CREATE TEMP VIEW calls AS SELECT ${list} FROM ${rows.replaceAll(':app', () => `'${APP}'`)}`)

  const steps = journal.db.prepare(`EXPLAIN QUERY PLAN SELECT id, at, path FROM temp.calls WHERE ${where}`).all()

  expect(steps.map(({ detail }) => String(detail))).toEqual([expect.stringContaining(plan)])
})

it('a query over many rows (a million in long runs) stays within its limits, and an endless one is stopped (T39)', async () => {
  const rows = isLong ? 1_000_000 : 50_000
  const path = makeJournal(rows)
  const tools = { nodePath: process.execPath, signal: new AbortController().signal }
  const request = { path, appKey: APP, limit: 10, timeoutMs: 30_000 }

  const counted = await askJournal(tools, {
    ...request,
    sql: 'SELECT count(*), max(length(body)), 9007199254740993 FROM deliveries',
  })
  const cut = await askJournal(tools, { ...request, sql: 'SELECT id FROM deliveries ORDER BY id DESC' })
  const endless = askJournal(tools, {
    ...request,
    timeoutMs: 300,
    sql: 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n',
  })

  recordFigures({ rows })
  expect(counted.rows).toEqual([[rows, 6 + String(rows).length, new ExactNumber('9007199254740993')]])
  expect([cut.rows.length, cut.isCut]).toEqual([10, true])
  await expect(endless).rejects.toMatchObject({
    code: 'journal.query-limit',
    details: { limit: 'time' },
    suggestions: expect.arrayContaining([expect.stringContaining('recursive WITH')]),
  })
  await expect(
    askJournal(tools, {
      ...request,
      sql: "SELECT replace(hex(char(65,65,65,65)), '4', body) || printf('%.*c', 900000000, 'x') || printf('%.*c', 900000001, 'x') FROM deliveries",
    }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^journal\.query/) })
})

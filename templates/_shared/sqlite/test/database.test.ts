import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'

import { background } from '../src/background.ts'
import { openDatabase } from '../src/database.ts'
import { sql, type Db } from '../src/db.ts'
import { SCHEMA } from '../src/schema.ts'
import { makeApp } from './support/make-app.ts'

const migrations = join(import.meta.dirname, '../migrations')

function fileOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'app-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'app.db')
}

async function versions(db: Db) {
  const [row] = await db.rows(sql`SELECT version, (SELECT user_version FROM pragma_user_version) AS done FROM schema`)
  return [row?.['version'], row?.['done']]
}

test('the newest migration says its number, to the file and to /readyz', async (t) => {
  const db = openDatabase(fileOf(t))
  t.after(db.close)

  assert.equal(readdirSync(migrations).length, SCHEMA)
  assert.deepEqual(await versions(db), [SCHEMA, SCHEMA])
})

test('a database of an earlier version is brought up to date and keeps what it holds', async (t) => {
  const file = fileOf(t)
  const old = new DatabaseSync(file)
  for (const name of readdirSync(migrations).toSorted().slice(0, 2)) {
    old.exec(readFileSync(join(migrations, name), 'utf8'))
  }
  old.exec("PRAGMA user_version = 2; INSERT INTO events VALUES ('e1', 'order.paid', 1001, 7, '2999-01-01')")
  old.close()

  const db = openDatabase(file)
  t.after(db.close)

  assert.deepEqual(await versions(db), [SCHEMA, SCHEMA])
  assert.equal((await db.rows(sql`SELECT * FROM events`)).length, 1)
})

test('a database of a newer version is left alone, in clear words', (t) => {
  const file = fileOf(t)
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 99')
  newer.close()

  assert.throws(() => openDatabase(file), {
    name: 'ConfigError',
    message: /^The database has schema 99 and this app knows schema \d+: a newer version of the app has used it\./,
  })
})

test('a database that cannot be is said in a sentence', (t) => {
  const file = fileOf(t)
  writeFileSync(file, 'no database, but as long as the head of one would be, so that it is read as one\n'.repeat(20))
  const wanted = { name: 'ConfigError', message: /^The database cannot be kept in [^\n]*app\.db: [^\n]*\.$/ }

  assert.throws(() => openDatabase(file), wanted)
  assert.throws(() => openDatabase(join(file, 'app.db')), wanted)
})

test('a process that is started forgets at once what can come no more', async () => {
  const { tools } = await makeApp()
  await tools.db.write([sql`INSERT INTO events VALUES ('old', 'order.paid', 1001, 7, '2020-01-01')`])

  await background(tools)()

  assert.deepEqual(await tools.db.rows(sql`SELECT * FROM events`), [])
})

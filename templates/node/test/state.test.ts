import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'

import { createApp } from '../src/app.ts'
import { listInstalls, resealTokens } from '../src/install/installs.ts'
import { makeKeys } from '../src/keys.ts'
import { DatabaseAway } from '../src/state/database.ts'
import { forgetOld } from '../src/state/forget-old.ts'
import { watchWrites } from '../src/state/last-write.ts'
import { openPostgresState } from '../src/state/postgres-state.ts'
import { openPostgres } from '../src/state/postgres.ts'
import { openSqlite } from '../src/state/sqlite.ts'
import { TOKEN, delivery, makeApp } from './support/make-app.ts'
import { kinds } from './support/open-test-state.ts'
import { newDatabase } from './support/test-postgres.ts'
import { waitFor } from './support/wait-for.ts'

function fileOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'app-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'app.db')
}

test('a database from before schemas had numbers is brought up to date and keeps what it holds', async (t) => {
  const file = fileOf(t)
  const old = new DatabaseSync(file)
  old.exec(`CREATE TABLE installs (store_id INTEGER NOT NULL, region_id INTEGER, install_scope TEXT NOT NULL, scopes TEXT NOT NULL, regions TEXT NOT NULL,
    store_name TEXT NOT NULL, store_domain TEXT NOT NULL, token TEXT, installed_at TEXT NOT NULL, removed_at TEXT) STRICT;
    CREATE UNIQUE INDEX installs_key ON installs (store_id, ifnull(region_id, 0));
    INSERT INTO installs VALUES (1001, NULL, 'store', '[]', '[]', 'Demo', 'demo.example', NULL, '2026-01-01T00:00:00Z', NULL);
    CREATE TABLE events (event_id TEXT PRIMARY KEY, topic TEXT NOT NULL, store_id INTEGER NOT NULL, region_id INTEGER, received_at TEXT NOT NULL) STRICT;
    INSERT INTO events VALUES ('evt-1', 'order.paid', 1001, 7, '2026-01-01T00:00:00Z')`)
  old.close()

  const db = await openSqlite(file)
  t.after(db.close)
  const keys = makeKeys({ signingSecret: '5e'.repeat(32), tokenKey: '7a'.repeat(32), formerTokenKey: null })

  const [install] = await listInstalls({ db, keys })
  assert.deepEqual([install?.storeName, install?.brokenAt, install?.leavingAt], ['Demo', null, null])
  const { changes } = await db.sql(
    "INSERT INTO events (event_id, topic, store_id, received_at) VALUES ('evt-1', '', 1, '') ON CONFLICT DO NOTHING",
  )
  assert.equal(changes, 0)
})

test('a SQLite file of a newer app is left alone, in clear words', async (t) => {
  const file = fileOf(t)
  const newer = await openSqlite(file)
  await newer.sql('UPDATE schema_version SET version = 99')
  await newer.close()

  await assert.rejects(
    openSqlite(file),
    /^DatabaseAway: The database has schema 99 and this app knows schema \d+: a newer version of the app has used it\./,
  )
})

test('while the database is away nothing is lost: deliveries are refused for now, and readiness says why', async (t) => {
  const { config, tools, clock } = await makeApp(t)
  const said: string[] = []
  const log = (event: string, fields = {}) => said.push(`${event} ${JSON.stringify(fields)}`)
  const away = openPostgresState({ url: 'postgres://me:planted-password@127.0.0.1:1/app', role: 'web', log })
  t.after(away.close)
  const app = createApp({ ...tools, log, db: away.db, queue: away.queue }, away.trouble)

  const taken = await app.request('/webhooks', delivery({}, clock.now))
  const [healthy, ready, home] = await Promise.all(
    ['/healthz', '/readyz', '/auth/callback?code=' + 'c0de'.repeat(16)].map((path) => app.request(path)),
  )

  assert.equal(taken.status, 503)
  assert.equal(healthy?.status, 200)
  assert.equal(ready?.status, 503)
  assert.equal(home?.status, 503)
  assert.match(await home.text(), /cannot reach its database/)
  assert.ok(![...said, config.tokenKey].slice(0, -1).join('').includes('planted'))
})

test('a database that is full is not ready, until something can be written again', async () => {
  const { sql, transaction, close } = await openSqlite(':memory:')
  let isFull = true
  const clock = { ms: 0 }
  const full = async () => {
    if (isFull) throw new DatabaseAway('SQLite: database or disk is full')
    return null
  }
  const { db, writeTrouble } = watchWrites(
    { sql, close, transaction: (work) => transaction(async (run) => (await full(), work(run))) },
    () => clock.ms,
  )
  const write = () => db.transaction(async () => null).catch(() => {})

  assert.equal(writeTrouble(), null)
  await write()
  assert.match(writeTrouble() ?? '', /full/)
  clock.ms += 10_000
  assert.equal(writeTrouble(), null)
  await write()
  assert.match(writeTrouble() ?? '', /full/)
  isFull = false
  await write()
  assert.equal(writeTrouble(), null)
  await db.close()
})

test('a SQLite file that cannot be is said in a sentence', async (t) => {
  const file = fileOf(t)
  writeFileSync(file, '')

  await assert.rejects(openSqlite(join(file, 'app.db')), {
    name: 'ConfigError',
    message: /^The database cannot be kept in /,
  })
})

for (const kind of kinds) {
  describe(`state on ${kind}`, () => {
    test('an id is forgotten when its event cannot come again', async (t) => {
      const { install, deliver, tools, db, clock } = await makeApp(t, {}, kind)
      await install()
      await deliver()
      const count = async (table: string) => Number((await db.sql(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.['n'])
      const counts = async () => [await count('events'), await count('effects')]
      const day = 24 * 60 * 60_000

      clock.now = new Date(clock.now.getTime() + 29 * day)
      await forgetOld(tools)
      const kept = await counts()
      clock.now = new Date(clock.now.getTime() + 2 * day)
      await forgetOld(tools)

      assert.deepEqual(
        [kept, await counts()],
        [
          [1, 1],
          [0, 0],
        ],
      )
    })

    test('a new token key takes over what the former one sealed, and then needs it no more', async (t) => {
      const { install, db, config } = await makeApp(t, {}, kind)
      await install()
      await install({ region_id: 8 })
      const tokens = async (keys: ReturnType<typeof makeKeys>) =>
        (await listInstalls({ db, keys })).map(({ token }) => token)
      const former = config.tokenKey
      const both = makeKeys({ ...config, tokenKey: '00'.repeat(32), formerTokenKey: former })
      const alone = makeKeys({ ...config, tokenKey: '00'.repeat(32) })

      assert.deepEqual(await tokens(alone), [null, null])
      assert.deepEqual(await tokens(both), [TOKEN, TOKEN])
      assert.deepEqual([await resealTokens({ db, keys: both }), await resealTokens({ db, keys: both })], [2, 0])
      assert.deepEqual(await tokens(alone), [TOKEN, TOKEN])
    })

    test('a transaction that fails leaves nothing, and the next one is not hindered', async (t) => {
      const { db } = await makeApp(t, {}, kind)
      const put = (value: string) => `INSERT INTO used_once (kind, value, expires_at) VALUES ('state', '${value}', 1)`
      const failing = db.transaction(async (sql) => {
        await sql(put('one'))
        await sql('SELECT no_such_column FROM used_once')
      })

      await assert.rejects(failing, (error) => !(error instanceof DatabaseAway))
      await db.transaction((sql) => sql(put('two')))
      assert.deepEqual(
        (await db.sql('SELECT value FROM used_once')).rows.map(({ value }) => value),
        ['two'],
      )
    })
  })
}

test(
  'processes that start at the same time on an empty PostgreSQL migrate it once; a newer schema makes them wait',
  { skip: kinds.length === 1 },
  async (t) => {
    const url = await newDatabase()
    const said: string[] = []
    const log = (event: string, fields = {}) => said.push(`${event} ${JSON.stringify(fields)}`)
    const states = (['web', 'worker', 'web'] as const).map((role) => openPostgresState({ url, role, log }))
    await Promise.all(states.map(({ isReady }) => isReady))
    const troubles = await Promise.all(states.map(({ trouble }) => trouble()))
    const [first] = states
    await first?.db.sql('UPDATE schema_version SET version = 99')
    const late = openPostgresState({ url, role: 'web', log })
    t.after(() => Promise.all([...states, late].map(({ close }) => close())))
    const trouble = await waitFor(late.trouble, (why) => why?.includes('schema 99') === true)

    assert.deepEqual(troubles, [null, null, null])
    assert.equal(await first?.trouble(), null)
    assert.match(trouble ?? '', /schema 99/)
    await assert.rejects(late.db.sql('SELECT 1'), DatabaseAway)
  },
)

test(
  'a step of the schema takes as long as it takes, and a statement of the app does not',
  { skip: kinds.length === 1 },
  async (t) => {
    const url = await newDatabase()
    const log = () => {}
    const hasty = openPostgres({ url, name: 'app tests', connections: 1, patienceMs: 100, log })
    const patient = openPostgres({ url, name: 'app tests', connections: 1, patienceMs: null, log })
    t.after(() => Promise.all([hasty.close(), patient.close()]))
    const slow = 'SELECT pg_sleep(0.3)'

    await assert.rejects(hasty.sql(slow), { name: 'DatabaseAway', message: /statement timeout/ })
    await assert.rejects(
      hasty.transaction((sql) => sql(slow)),
      { name: 'DatabaseAway' },
    )
    assert.equal((await hasty.sql('SELECT 1 AS one')).rows[0]?.['one'], 1)
    assert.equal((await patient.sql(slow)).rows.length, 1)
    const { rows } = await hasty.sql('SHOW idle_in_transaction_session_timeout')
    assert.equal(rows[0]?.['idle_in_transaction_session_timeout'], '10s')
  },
)

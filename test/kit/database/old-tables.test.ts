import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

import { coreOf } from '../../../src/kit/create-app.ts'
import type { Database } from '../../../src/kit/database/database.ts'
import { plainSql } from '../../../src/kit/database/sql.ts'
import { createApp } from '../../../src/kit/kit.ts'
import { sqlite } from '../../../src/kit/node.ts'
import { postgres } from '../../../src/kit/postgres.ts'
import { sha256Hex } from '../../../src/text/sha256.ts'
import { isMissing, needing } from '../../support/machine/needed-programs.ts'
import { startPostgres } from '../../support/postgres.ts'
import { temporaryFolder } from '../support.ts'

const tokenKey = 'b'.repeat(64)
const env = {
  SVCAPP_APP_KEY: 'app.acme.old',
  SVCAPP_BASE_URL: 'http://127.0.0.1:9',
  SVCAPP_ADMIN_URL: 'http://127.0.0.1:9',
  SVCAPP_CLIENT_ID: 'cli_old',
  SVCAPP_CLIENT_SECRET: 'cs_old',
  SVCAPP_SIGNING_SECRET: 'a'.repeat(64),
  SVCAPP_TOKEN_KEY: tokenKey,
}

/** As the template before the kit sealed tokens: iv, tag and bytes in one text. */
function sealedBefore(owner: string, token: string): string {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(tokenKey, 'hex'), '', 'access tokens v1', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(owner))
  const bytes = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')
}

/** Tables and rows of the template `node` before the kit, in its last version. */
function oldDatabase(): readonly string[] {
  const columns = `store_id BIGINT NOT NULL, region_id BIGINT, install_scope TEXT NOT NULL, scopes TEXT NOT NULL,
    regions TEXT NOT NULL, store_name TEXT NOT NULL, store_domain TEXT NOT NULL, token TEXT, installed_at TEXT NOT NULL,
    removed_at TEXT, broken_at TEXT, leaving_at TEXT, works_since TEXT`
  return [
    'CREATE TABLE schema_version (version INTEGER NOT NULL)',
    'INSERT INTO schema_version VALUES (3)',
    `CREATE TABLE installs (${columns})`,
    'CREATE TABLE events (event_id TEXT PRIMARY KEY, topic TEXT, store_id BIGINT, region_id BIGINT, received_at TEXT)',
    'CREATE TABLE effects (event_id TEXT PRIMARY KEY, done_at TEXT)',
    'CREATE TABLE used_once (kind TEXT, value TEXT, expires_at BIGINT)',
    'CREATE TABLE pauses (token_digest TEXT PRIMARY KEY, until_ms BIGINT)',
    'CREATE TABLE paid_totals (store_id BIGINT, region_id BIGINT, currency TEXT, orders BIGINT, total TEXT)',
    `INSERT INTO installs VALUES (7, 1, 'region', '["orders.read"]', '[]', 'Shop', 'shop.example',
      '${sealedBefore('7/1', 'svcapp_token_7')}', '2026-01-02T00:00:00.000Z', NULL, NULL, NULL, NULL)`,
    `INSERT INTO installs VALUES (8, NULL, 'store', '[]', '[{"id":3,"code":"tr","currency":"TRY"}]', 'Gone', 'gone.example',
      NULL, '2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z', NULL, NULL, NULL)`,
    `INSERT INTO events VALUES ('evt_old', 'order.paid', 7, 1, '2026-01-02T00:00:00.000Z')`,
    `INSERT INTO effects VALUES ('evt_old', '2026-01-02T00:00:00.000Z')`,
    `INSERT INTO used_once VALUES ('state', 'nonce', 9007199254740991)`,
    `INSERT INTO pauses VALUES ('digest', 5)`,
  ]
}

/** What the kit sees of the old rows. */
async function seen(database: Database) {
  const app = createApp({ env, database, log: () => {} })
  const installs = await app.installs.list()
  const { rows } = database
  const known = await coreOf(app).keys()
  return {
    keys: Object.keys(known).length,
    installs: installs.map(({ storeId, regionId, state, regions }) => [storeId, regionId, state, regions.length]),
    events: (await rows(plainSql('SELECT event_id FROM svcapp_events'))).map((row) => row['event_id']),
    effects: (await rows(plainSql('SELECT id FROM svcapp_effects'))).map((row) => row['id']),
    once: (await rows(plainSql('SELECT value FROM svcapp_once'))).map((row) => row['value']),
    pauses: (await rows(plainSql('SELECT until_ms FROM svcapp_pauses'))).map((row) => row['until_ms']),
  }
}

const copied = {
  keys: 3,
  installs: [
    [7, 1, 'works', 0],
    [8, null, 'removed', 1],
  ],
  events: ['evt_old'],
  effects: ['evt_old'],
  once: [sha256Hex('nonce')],
  pauses: [5],
}

function oldFile(more: readonly string[] = []): string {
  const path = join(temporaryFolder(), 'app.db')
  const db = new DatabaseSync(path)
  for (const text of [...oldDatabase(), ...more]) db.exec(text)
  db.close()
  return path
}

it('copies the stored data of an app from an earlier template once, and keeps its tables', async () => {
  const path = oldFile()
  const database = sqlite(path, { migrations: join(path, '../none') })
  await database.open()
  const first = await seen(database)
  await database.batch([plainSql('DELETE FROM svcapp_events')])
  await database.close()

  await database.open()
  const second = await seen(database)
  const old = await database.rows(plainSql('SELECT store_id FROM installs'))
  await database.close()

  expect(first).toEqual(copied)
  expect(second.events).toEqual([])
  expect(old).toHaveLength(2)
})

it('changes nothing while the earlier version has jobs, and explains the next step', async () => {
  const path = oldFile(['CREATE TABLE jobs (id INTEGER PRIMARY KEY)', 'INSERT INTO jobs VALUES (1)'])
  const database = sqlite(path, { migrations: join(path, '../none') })

  await expect(database.open()).rejects.toMatchObject({
    code: 'database.old-jobs',
    message: expect.stringMatching(/has 1 unfinished job from .*\. Run that version/),
  })

  const db = new DatabaseSync(path)
  expect(db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'svcapp%'").all()).toEqual([])
  db.close()
})

it('leaves a table named installs unchanged if it belongs to the app', async () => {
  const path = join(temporaryFolder(), 'app.db')
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE installs (machine TEXT)')
  db.close()
  const database = sqlite(path, { migrations: join(path, '../none') })

  await database.open()

  expect((await seen(database)).installs).toEqual([])
  await database.close()
})

describe.skipIf(isMissing('postgres'))(needing('postgres', 'an earlier app on PostgreSQL'), () => {
  it('copies its stored data', async () => {
    const cluster = await startPostgres({ isDurable: false })
    onTestFinished(() => cluster.stop())
    const client = new Client({ connectionString: cluster.url })
    await client.connect()
    for (const text of oldDatabase()) await client.query(text)
    await client.end()
    const database = postgres({ url: cluster.url, migrations: join(temporaryFolder(), 'none') })
    await database.open()
    onTestFinished(() => database.close())
    await expect.poll(() => database.trouble(), { timeout: 60_000 }).toBe(null)

    expect(await seen(database)).toEqual(copied)
  })
})

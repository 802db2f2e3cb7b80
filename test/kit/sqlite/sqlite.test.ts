import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished, vi } from 'vitest'

import { plainSql, sql } from '../../../src/kit/database/sql.ts'
import { sqlite } from '../../../src/kit/node.ts'
import { temporaryFolder } from '../support.ts'

async function openIn(dir: string, migrations: Readonly<Record<string, string>> = {}) {
  mkdirSync(join(dir, 'migrations'), { recursive: true })
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(dir, 'migrations', name), text)
  const database = sqlite(join(dir, 'data/app.db'), { migrations: join(dir, 'migrations') })
  await database.open()
  return database
}

it('makes its file accessible to this user only, and runs each migration once (K13)', async () => {
  const dir = temporaryFolder()
  const first = await openIn(dir, { '0001_a.sql': 'CREATE TABLE a (x INTEGER); CREATE TABLE b (x INTEGER);' })
  await first.batch([sql`INSERT INTO a (x) VALUES (${2n ** 60n})`])
  await first.close()

  const again = await openIn(dir, { '0002_b.sql': 'ALTER TABLE b ADD COLUMN y TEXT;' })

  expect(await again.rows(sql`SELECT x FROM a`)).toEqual([{ x: 2n ** 60n }])
  expect(await again.trouble()).toBe(null)
  expect([statSync(join(dir, 'data')).mode & 0o777, statSync(join(dir, 'data/app.db')).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
  await again.close()
})

it('has its tables without the D1 file of the kit', async () => {
  const files = { '0000_kit.sql': 'CREATE TABLE svcapp_installs (x INTEGER);', '0001_a.sql': 'CREATE TABLE a (x);' }
  const database = await openIn(temporaryFolder(), files)

  expect(await database.trouble()).toBe(null)
  expect(await database.rows(sql`SELECT x FROM a`)).toEqual([])
  await database.close()
})

it('leaves the tables of a newer version unchanged (K13)', async () => {
  const dir = temporaryFolder()
  const first = await openIn(dir)
  await first.batch([sql`UPDATE svcapp_schema SET version = ${99} WHERE part = ${'kit'}`])
  await first.close()

  await expect(openIn(dir)).rejects.toMatchObject({ code: 'database.newer' })
})

it('explains how to fix a damaged file, in one message (K13)', async () => {
  const dir = temporaryFolder()
  mkdirSync(join(dir, 'data'))
  writeFileSync(join(dir, 'data/app.db'), 'this is no database, whatever its name says. '.repeat(100))

  await expect(openIn(dir)).rejects.toMatchObject({ code: 'database.away', message: expect.stringMatching(/backup/) })
})

it.runIf(process.platform === 'linux')('explains that its folder cannot be created, and does not hang', async () => {
  // Node's own recursive mkdir never returns for this path.
  const database = sqlite('/proc/nowhere/data/app.db')

  await expect(database.open()).rejects.toMatchObject({
    code: 'database.away',
    suggestions: ['Set DATA_DIR to a writable folder.'],
  })
})

it('rejects a migration without a unique number', async () => {
  await expect(openIn(temporaryFolder(), { 'orders.sql': 'SELECT 1' })).rejects.toMatchObject({
    code: 'config.invalid',
  })
})

it('shares one file between two users in one process', async () => {
  const dir = temporaryFolder()
  const [one, two] = [await openIn(dir), await openIn(dir)]

  await one.batch([plainSql("INSERT INTO svcapp_once VALUES ('k', 'v', 1)")])
  await one.close()

  expect(await two.rows(sql`SELECT value FROM svcapp_once`)).toEqual([{ value: 'v' }])
  await two.close()
})

it('writes all statements of a batch or none', async () => {
  const database = await openIn(temporaryFolder())
  const add = sql`INSERT INTO svcapp_effects (id, done_at) VALUES (${'same'}, ${'now'})`

  await expect(database.batch([add, add])).rejects.toThrow(/UNIQUE/)

  expect(await database.rows(sql`SELECT * FROM svcapp_effects`)).toEqual([])
  await database.close()
})

it('takes turns with a second database on the same file, as when a framework loads a module twice', async () => {
  const dir = temporaryFolder()
  const [one, other] = [await openIn(dir, { '0001_a.sql': 'CREATE TABLE a (x INTEGER)' }), await openIn(dir)]
  const undone = one.transaction(async (tx) => {
    await tx.write(sql`INSERT INTO a (x) VALUES (1)`)
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('undo')
  })

  const [first, second] = await Promise.allSettled([undone, other.batch([sql`INSERT INTO a (x) VALUES (2)`])])

  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
  expect(await one.rows(sql`SELECT x FROM a`)).toEqual([{ x: 2 }])
  await one.close()
  await other.close()
})

it('wakes the worker of a second database on the same file', async () => {
  const dir = temporaryFolder()
  const [one, other] = [await openIn(dir), await openIn(dir)]
  const done: string[] = []
  const working = await other.queue.work(async ({ id }) => (done.push(id), 'done'), { log: () => {} })
  await expect.poll(() => other.queue.due()).toBe(0)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())

  await one.transaction((tx) =>
    one.queue.enqueue(tx, { id: 'job:1', kind: 'job', name: 'sample', storeId: 1, regionId: null }),
  )
  for (let turn = 0; turn < 50 && done.length === 0; turn += 1) await new Promise((resolve) => setImmediate(resolve))

  expect(done).toEqual(['job:1'])
  await working.stop(1000)
  await one.close()
  await other.close()
})

import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createPauses } from '../../../src/kit/api/pauses.ts'
import { openFile } from '../../../src/kit/sqlite/open-file.ts'
import { createSqlite } from '../../../src/kit/sqlite/sqlite.ts'
import { temporaryFolder } from '../support.ts'

/** Two processes on one database, with a clock that the test moves. */
async function makePauses() {
  let time = Date.parse('2026-11-27T12:00:00Z')
  const dir = temporaryFolder()
  const database = createSqlite({
    kind: 'sqlite',
    open: () => openFile(join(dir, 'app.db'), 'migrations'),
    now: () => time,
    random: () => 0,
  })
  await database.open()
  onTestFinished(() => database.close())
  const create = () => createPauses({ database, now: () => new Date(time) })
  return { one: create(), other: create(), advance: (ms: number) => (time += ms) }
}

const tooMany = (seconds: number) => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: new Uint8Array(),
})

const limited = { code: 'api.rate-limited' }

it('waits after a 429 as long as the platform requests, in every process, without delaying other tokens (K5 LIM-001)', async () => {
  const { one, other, advance } = await makePauses()

  await one.note('a', tooMany(30))

  await expect(one.acquire('a')).rejects.toMatchObject(limited)
  await expect(other.acquire('a')).rejects.toMatchObject(limited)
  await expect(other.acquire('b')).resolves.toBeUndefined()
  advance(29_999)
  await expect(other.acquire('a')).rejects.toMatchObject(limited)
  advance(1)
  await expect(other.acquire('a')).resolves.toBeUndefined()
})

it('makes at most 600 calls a minute with a token, and then other processes wait too (K5 LIM-001)', async () => {
  const { one, other, advance } = await makePauses()

  for (let at = 0; at < 600; at += 1) await one.acquire('a')

  await expect(one.acquire('a')).rejects.toMatchObject(limited)
  await expect(other.acquire('a')).rejects.toMatchObject(limited)
  await expect(one.acquire('b')).resolves.toBeUndefined()
  advance(60_000)
  await expect(one.acquire('a')).resolves.toBeUndefined()
})

it('serves jobs that wait for a token in turn, nine a second (K5)', async () => {
  const { one, advance } = await makePauses()
  await one.note('a', tooMany(10))

  const turns = [await one.turnMs('a'), await one.turnMs('a'), await one.turnMs('a')]
  advance(10_500)

  expect(turns).toEqual([10_000, 10_111, 10_222])
  expect(await one.turnMs('a')).toBe(0)
})

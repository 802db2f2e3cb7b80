import { join } from 'node:path'

import { expect, it, onTestFinished, vi } from 'vitest'

import type { Job } from '../../../src/kit/database/queue.ts'
import { plainSql } from '../../../src/kit/database/sql.ts'
import { openFile } from '../../../src/kit/sqlite/open-file.ts'
import { createSqlite } from '../../../src/kit/sqlite/sqlite.ts'
import { createWorker } from '../../../src/kit/work/table-worker.ts'
import { temporaryFolder } from '../support.ts'

async function makeQueue() {
  const dir = temporaryFolder()
  const database = createSqlite({
    kind: 'sqlite',
    open: () => openFile(join(dir, 'app.db'), 'migrations'),
    now: Date.now,
    random: () => 0,
  })
  await database.open()
  onTestFinished(() => database.close())
  const enqueue = (id: string, storeId: number) => {
    const job: Job = { id, kind: 'job', name: 'count', storeId, regionId: null }
    return database.transaction((tx) => database.queue.enqueue(tx, job))
  }
  return { database, queue: database.queue, enqueue }
}

const silent = { log: () => {} }

it('runs a job of one store long before the hundreds of another store are done (K3)', async () => {
  const { queue, enqueue } = await makeQueue()
  const done: string[] = []
  for (let at = 0; at < 300; at += 1) await enqueue(`busy_${at}`, 1)
  await enqueue('quiet', 2)

  const working = await queue.work(async ({ id }) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    done.push(id)
    return 'done'
  }, silent)
  await expect.poll(() => done.length).toBe(301)
  await working.stop(1000)

  expect(done.indexOf('quiet')).toBeLessThan(20)
  expect(new Set(done).size).toBe(301)
})

it('runs each job that a transaction adds, and none of a failed transaction', async () => {
  const { database, queue, enqueue } = await makeQueue()
  const done: string[] = []
  const failing = database.transaction(async (tx) => {
    await queue.enqueue(tx, { id: 'never', kind: 'job', name: 'count', storeId: 1, regionId: null })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await enqueue('once', 1)

  const working = await queue.work(async ({ id }) => {
    done.push(id)
    return 'done'
  }, silent)
  await expect.poll(() => done).toEqual(['once'])
  await working.stop(1000)

  expect(done).toEqual(['once'])
})

it('waits for running jobs when it stops, and starts no more (K13)', async () => {
  const { queue, enqueue } = await makeQueue()
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const done: string[] = []
  await enqueue('running', 1)
  const working = await queue.work(async ({ id }) => {
    started.resolve()
    await finish.promise
    done.push(id)
    return 'done'
  }, silent)
  await started.promise

  const stopped = working.stop(60_000)
  await enqueue('later', 1)
  finish.resolve()
  await stopped

  expect(done).toEqual(['running'])
})

it('keeps dead letters with their reason, and turns those of one store into jobs again', async () => {
  const { queue, enqueue } = await makeQueue()
  const seen: string[] = []
  await enqueue('first', 1)
  await enqueue('second', 2)
  const working = await queue.work(async ({ id }) => {
    seen.push(id)
    return seen.filter((one) => one === id).length === 1 ? { dead: 'refused: no' } : 'done'
  }, silent)
  await expect.poll(async () => (await queue.deadLetters()).length).toBe(2)

  const redriven = await queue.redrive(2)
  await expect.poll(() => seen.length).toBe(3)
  await expect.poll(async () => (await queue.deadLetters()).map(({ id }) => id)).toEqual(['first'])
  await working.stop(1000)

  expect([redriven, seen[2]]).toEqual([1, 'second'])
  expect(await queue.deadLetters()).toMatchObject([{ name: 'count', storeId: 1, reason: 'refused: no' }])
})

it('runs a job that becomes due while the worker polls, without waiting for the next poll', async () => {
  const { database, enqueue } = await makeQueue()
  await enqueue('soon', 1)
  await database.batch([plainSql('UPDATE svcapp_jobs SET due_at = 30')])
  const done: string[] = []
  let time = 0
  const rows: typeof database.rows = async (query) => {
    const found = await database.rows(query)
    // The poll finds nothing, and takes until after the job is due.
    if (query.parts[0]?.startsWith('UPDATE svcapp_jobs')) time += 60
    return found
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const tools = { database: { ...database, rows }, log: () => {}, now: () => time, random: () => 0 }
  const worker = createWorker(tools, async ({ id }) => {
    done.push(id)
    return 'done'
  })

  worker.wake()
  while (vi.getTimerCount() === 0) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()

  await expect.poll(() => done).toEqual(['soon'])
  await worker.stop(1000)
})

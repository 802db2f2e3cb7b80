import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import { coreOf } from '../../../src/kit/create-app.ts'
import { plainSql } from '../../../src/kit/database/sql.ts'
import { saveInstall } from '../../../src/kit/install/installs.ts'
import { createApp } from '../../../src/kit/kit.ts'
import { sqlite } from '../../../src/kit/node.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../../src/protocol/webhook-signature.ts'
import { recordFigures } from '../../support/machine/figures.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { temporaryFolder } from '../support.ts'

const KILLS = isLong ? 50 : 4

const secrets = {
  SVCAPP_APP_KEY: 'app.acme.killed',
  SVCAPP_BASE_URL: 'http://127.0.0.1:9',
  SVCAPP_ADMIN_URL: 'http://127.0.0.1:9',
  SVCAPP_CLIENT_ID: 'cli_killed',
  SVCAPP_CLIENT_SECRET: 'cs_killed',
  SVCAPP_SIGNING_SECRET: 'a'.repeat(64),
  SVCAPP_TOKEN_KEY: 'b'.repeat(64),
}

/** A folder with an installed app, whose handler makes no call. */
async function installedFolder(): Promise<string> {
  const dir = temporaryFolder()
  mkdirSync(join(dir, 'migrations'))
  writeFileSync(join(dir, 'migrations/0001_seen.sql'), 'CREATE TABLE seen (event_id TEXT NOT NULL);')
  await inDatabase(dir, async (core) => {
    const exchanged = {
      accessToken: `svcapp_1_1_${'c'.repeat(64)}`,
      appKey: '',
      storeId: 1,
      regionId: 1,
      scopes: [],
      regions: [],
      storeName: 'Store',
      storeDomain: 'store.example',
    }
    await core.database.batch([await saveInstall(await core.keys(), exchanged, new Date())])
  })
  return dir
}

async function inDatabase<T>(dir: string, work: (core: ReturnType<typeof coreOf>) => Promise<T>): Promise<T> {
  const database = sqlite(join(dir, 'app.db'), { migrations: join(dir, 'migrations') })
  await database.open()
  try {
    return await work(coreOf(createApp({ env: secrets, database })))
  } finally {
    await database.close()
  }
}

async function startChild(dir: string, port: number): Promise<ChildProcess> {
  const env = { ...process.env, ...secrets, DATA_DIR: dir, PORT: String(port) }
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'kill-child.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The app has ended.')))
    // Read to the end, because the app waits for a pipe that is full.
    child.stdout?.on('data', (chunk) => String(chunk).includes('"listening"') && resolve())
  })
  return child
}

/** The size of the child's heap after a collection, in bytes. */
async function heapOf(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message')
  child.send('heap')
  return Number((await answered)[0])
}

/** The number of jobs that the app has not done yet. */
function jobsIn(dir: string): number {
  const db = new DatabaseSync(join(dir, 'app.db'), { readOnly: true })
  try {
    return Number(db.prepare('SELECT count(*) AS jobs FROM svcapp_jobs WHERE dead_at IS NULL').get()?.['jobs'])
  } finally {
    db.close()
  }
}

let next = 0

/** Delivers an event, and returns its id if the app has accepted it. */
async function deliver(port: number): Promise<string | null> {
  const eventId = `evt_${(next += 1)}`
  const body = new TextEncoder().encode(JSON.stringify({ eventId, storeId: 1, regionId: 1, data: {} }))
  const timestamp = Math.floor(Date.now() / 1000)
  const key = signingKey(secrets.SVCAPP_SIGNING_SECRET)
  const headers = webhookHeaders({ key, topic: 'order.paid', storeId: 1, timestamp, body })
  const response = await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', headers, body }).catch(() => null)
  return response?.status === 200 ? eventId : null
}

it('loses no accepted event and writes none twice, however often it is killed (K1 HOOK-018)', async () => {
  const dir = await installedFolder()
  const port = await freePort()
  const accepted: string[] = []
  for (let round = 0; round < KILLS; round += 1) {
    const child = await startChild(dir, port)
    const ended = once(child, 'exit')
    const sending = Array.from({ length: 40 }, async () => {
      const id = await deliver(port)
      if (id === null) return
      accepted.push(id)
      // At another moment of the work each time, after at least one accepted event.
      if (accepted.length % 13 === round % 13) child.kill('SIGKILL')
    })
    await Promise.all(sending)
    child.kill('SIGKILL')
    await ended
  }
  const last = await startChild(dir, port)
  await expect.poll(async () => (await deliver(port)) !== null).toBe(true)
  const ended = once(last, 'exit')
  last.kill('SIGTERM')
  const [code] = await ended

  const { seen, waiting } = await inDatabase(dir, async ({ database }) => ({
    seen: (await database.rows(plainSql('SELECT event_id FROM seen'))).map((row) => String(row['event_id'])),
    waiting: (await database.rows(plainSql('SELECT job FROM svcapp_jobs'))).map((row) => String(row['job'])),
  }))
  const known = new Set([...seen, ...waiting.map((job) => (JSON.parse(job) as { id: string }).id)])

  expect(code).toBe(0)
  expect(new Set(seen).size).toBe(seen.length)
  const lost = accepted.filter((id) => !known.has(id))
  recordFigures({
    kills: KILLS,
    acknowledged: accepted.length,
    lost: lost.length,
    'written twice': seen.length - new Set(seen).size,
  })
  expect(lost).toEqual([])
  expect(accepted.length).toBeGreaterThan(KILLS)
})

it.runIf(isLong)('has the same heap size after 12,000 deliveries as after 1,000', async () => {
  const dir = await installedFolder()
  const port = await freePort()
  const child = await startChild(dir, port)
  const deliverMany = async (count: number) => {
    let left = count
    const sender = async () => {
      while (left-- > 0) expect(await deliver(port)).not.toBe(null)
    }
    await Promise.all(Array.from({ length: 16 }, sender))
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    await expect.poll(() => jobsIn(dir)).toBe(0)
    return heapOf(child)
  }

  const first = await deliverMany(1000)
  const last = await deliverMany(11_000)

  recordFigures({ 'heap bytes after 1,000 deliveries': first, 'heap bytes after 12,000': last })
  expect(last).toBeLessThan(first * 1.1)
})

it('stops a second process on the same file with one sentence, and the first continues', async () => {
  const dir = await installedFolder()
  const [port, other] = [await freePort(), await freePort()]
  await startChild(dir, port)

  const env = { ...process.env, ...secrets, DATA_DIR: dir, PORT: String(other) }
  const second = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  second.stderr.on('data', (chunk) => (text += String(chunk)))
  const [code] = await once(second, 'close')

  expect([code, text]).toEqual([1, expect.stringMatching(/^\S+ is in use by another process\. .*DATABASE_URL.*\n$/)])
  expect(await deliver(port)).not.toBe(null)
})

it('stops a process that has a multi-process role but does not share its SQLite file', async () => {
  const env = { ...process.env, ...secrets, DATA_DIR: temporaryFolder(), SVCAPP_ROLE: 'web' }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const [code] = await once(child, 'close')

  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/^The role web \(SVCAPP_ROLE\) needs several processes\. .*DATABASE_URL.*\n$/),
  ])
})

it('reports the first missing variable without a stack trace (K13 INST-020)', async () => {
  const env = { PATH: process.env['PATH'], DATA_DIR: temporaryFolder() }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const [code] = await once(child, 'close')

  expect([code, text]).toEqual([1, expect.stringMatching(/^SVCAPP_APP_KEY is not set\. .*\n$/)])
})

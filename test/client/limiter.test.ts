import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import { createLimiter, type LimiterTools } from '../../src/client/limiter.ts'
import { paced } from '../../src/client/pace.ts'
import { makeEmulator } from '../support/emulator.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'

const START = Date.parse('2026-11-21T12:00:00Z')

function makeLimiter(overrides: Partial<LimiterTools> = {}) {
  const clock = { at: START }
  const waits: number[] = []
  const limiter = createLimiter({
    path: ':memory:',
    now: () => new Date(clock.at),
    sleep: async (ms) => void (clock.at += ms),
    onWait: (ms) => waits.push(ms),
    ...overrides,
  })
  onTestFinished(() => limiter.close())
  return { limiter, clock, waits }
}

it('never lets more requests than the budget through in any 60 s (P17)', async () => {
  const { limiter, clock } = makeLimiter()
  const sentAt: number[] = []

  for (let sent = 0; sent < 40; sent++) {
    await limiter.acquire({ key: 'k', perMinute: 10 })
    sentAt.push(clock.at)
    clock.at += 700
  }

  for (const from of sentAt) {
    expect(sentAt.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(10)
  }
})

it('keeps the budgets of two tokens apart', async () => {
  const { limiter, waits } = makeLimiter()

  await limiter.acquire({ key: 'a', perMinute: 1 })
  await limiter.acquire({ key: 'b', perMinute: 1 })

  expect(waits).toEqual([])
})

it('waits if necessary, and rejects a wait beyond its limit with the time in seconds', async () => {
  const { limiter, clock } = makeLimiter({ maxWaitMs: 10_000 })
  await limiter.acquire({ key: 'k', perMinute: 1 })
  clock.at += 20_000

  await expect(limiter.acquire({ key: 'k', perMinute: 1 })).rejects.toMatchObject({
    code: 'api.rate-limited',
    oclif: { exit: 7 },
    details: { retryAfterSeconds: 41 },
  })
  clock.at += 35_000
  await expect(limiter.acquire({ key: 'k', perMinute: 1 })).resolves.toBeUndefined()
})

it('does not stay blocked when the clock is set back', async () => {
  const { limiter, clock, waits } = makeLimiter()
  await limiter.acquire({ key: 'k', perMinute: 1 })
  clock.at -= 24 * 60 * 60_000

  await limiter.acquire({ key: 'k', perMinute: 1 })

  expect(waits).toEqual([])
})

it('shares one budget between three processes (P17)', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const module = fileURLToPath(new URL('../../src/client/limiter.ts', import.meta.url))
  const script = `
    const { createLimiter } = await import(${JSON.stringify(module)})
    const limiter = createLimiter({ path: ${JSON.stringify(join(dir, 'limiter.db'))}, now: () => new Date(), sleep: async () => {}, maxWaitMs: 0 })
    let sent = 0
    for (let tries = 0; tries < 40; tries++) await limiter.acquire({ key: 'k', perMinute: 50 }).then(() => sent++, () => {})
    console.log(sent)`
  const run = promisify(execFile)

  const outputs = await Promise.all([1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', script])))

  expect(outputs.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(50)
})

/** The most and the fewest of `times` in any 60 s that begin with one of them, up to the last whole minute. */
function perMinute(times: readonly number[]): { most: number; fewest: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const end = sorted.at(-1) ?? 0
  let after = 0
  const counts = sorted.map((from, at) => {
    while (after < sorted.length && (sorted[after] ?? 0) < from + 60_000) after++
    return { count: after - at, isWhole: from + 60_000 <= end }
  })
  return {
    most: Math.max(...counts.map(({ count }) => count)),
    fewest: Math.min(...counts.filter(({ isWhole }) => isWhole).map(({ count }) => count)),
  }
}

/** Time that passes only when all wait for it: it jumps to the next one that wakes. */
function makeTime() {
  const wakes: { at: number; wake: () => void }[] = []
  let at = START
  return {
    now: () => new Date(at),
    sleep: (ms: number) => new Promise<void>((wake) => void wakes.push({ at: at + Math.max(0, ms), wake })),
    async run(work: readonly Promise<void>[]) {
      const state = { isOver: false }
      void Promise.all(work).then(() => (state.isOver = true))
      while (!state.isOver) {
        await new Promise((resolve) => void setImmediate(resolve))
        wakes.sort((a, b) => a.at - b.at)
        const next = wakes.shift()
        if (next === undefined) continue
        at = next.at
        next.wake()
      }
    },
  }
}

it('three processes send about 600 requests in any 60 s for three minutes, never more, and none starves (P17 LIM-001)', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const { now, sleep, run } = makeTime()
  // Each answers at its own speed, and the first starts with a burst before the others are there.
  const workers = [3, 7, 12].map((latencyMs, worker) => ({
    latencyMs,
    startMs: worker * 5_000,
    sentAt: [] as number[],
  }))

  await run(
    workers.map(async ({ latencyMs, startMs, sentAt }) => {
      const limiter = createLimiter({ path: join(dir, 'limiter.db'), now, sleep })
      onTestFinished(() => limiter.close())
      await sleep(startMs)
      while (now().getTime() < START + 180_000) {
        await limiter.acquire({ key: 'k', perMinute: 600 })
        sentAt.push(now().getTime())
        await sleep(latencyMs)
      }
    }),
  )

  const { most, fewest } = perMinute(workers.flatMap(({ sentAt }) => sentAt))
  expect(most).toBeLessThanOrEqual(600)
  expect(fewest).toBeGreaterThanOrEqual(570)
  for (const { sentAt } of workers) {
    const gaps = sentAt.slice(1).map((at, before) => at - (sentAt[before] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(2_000)
  }
})

it('sends a fiftieth of the budget immediately, and the rest evenly (P17)', async () => {
  const { limiter, clock } = makeLimiter()
  const sentAt: number[] = []

  for (let sent = 0; sent < 30; sent++) {
    await limiter.acquire({ key: 'k', perMinute: 600 })
    sentAt.push(clock.at - START)
  }

  expect(sentAt[11]).toBe(0)
  expect([sentAt[12], sentAt[13], sentAt[29]]).toEqual([104, 208, 1_875])
  clock.at += 60_000
  await limiter.acquire({ key: 'k', perMinute: 600 })
  expect(clock.at).toBe(START + 61_875)
})

it('waits in order, so the first caller to ask sends first (P17)', async () => {
  const { now, sleep, run } = makeTime()
  const limiter = createLimiter({ path: ':memory:', now, sleep })
  onTestFinished(() => limiter.close())
  const order: string[] = []
  const ask = async (name: string, startMs: number) => {
    await sleep(startMs)
    await limiter.acquire({ key: 'k', perMinute: 1 })
    order.push(`${name} ${(now().getTime() - START) / 1000}`)
  }

  await run([ask('a', 0), ask('b', 1_000), ask('c', 60_000)])

  expect(order).toEqual(['a 0', 'b 62.5', 'c 125'])
})

it('replaces a damaged file, because the count of a minute may be lost in a power cut', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'limiter.db')
  writeFileSync(path, 'no database at all, and longer than the header of one would be: '.repeat(100))
  const { limiter } = makeLimiter({ path })

  await expect(limiter.acquire({ key: 'k', perMinute: 1 })).resolves.toBeUndefined()
  await expect(makeLimiter({ path, maxWaitMs: 0 }).limiter.acquire({ key: 'k', perMinute: 1 })).rejects.toMatchObject({
    code: 'api.rate-limited',
  })
})

it('replaces a database with a corrupted page, even if it is found only later', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'limiter.db')
  const first = createLimiter({ path, now: () => new Date(START), sleep: async () => {} })
  for (let sent = 0; sent < 200; sent++) await first.acquire({ key: 'k', perMinute: 600 })
  first.close()
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 4096)
  writeFileSync(path, bytes)

  await expect(makeLimiter({ path }).limiter.acquire({ key: 'k', perMinute: 1 })).resolves.toBeUndefined()
})

it('reports that it waits, unless the wait is short', async () => {
  const { limiter, waits } = makeLimiter()

  for (let sent = 0; sent < 60; sent++) await limiter.acquire({ key: 'short', perMinute: 600 })
  expect(waits).toEqual([])
  for (let sent = 0; sent < 2; sent++) await limiter.acquire({ key: 'long', perMinute: 1 })
  expect(waits).toEqual([62_500])
})

it('does not delay a caller that cannot wait (P17)', async () => {
  const { limiter, clock } = makeLimiter({ maxWaitMs: 0 })

  for (let sent = 0; sent < 600; sent++) await limiter.acquire({ key: 'k', perMinute: 600 })
  expect(clock.at).toBe(START)
  await expect(limiter.acquire({ key: 'k', perMinute: 600 })).rejects.toMatchObject({ code: 'api.rate-limited' })
})

it('keeps its pace when the clock is set back', async () => {
  const { limiter, clock } = makeLimiter()
  for (let sent = 0; sent < 20; sent++) await limiter.acquire({ key: 'k', perMinute: 600 })
  clock.at = START - 24 * 60 * 60_000

  for (let sent = 0; sent < 20; sent++) await limiter.acquire({ key: 'k', perMinute: 600 })

  expect(clock.at - START + 24 * 60 * 60_000).toBe(833)
})

it('continues to sleep when a timer fires early', async () => {
  const clock = { at: START }
  const { limiter } = makeLimiter({
    now: () => new Date(clock.at),
    sleep: async (ms) => void (clock.at += Math.max(1, ms - 2)),
  })
  await limiter.acquire({ key: 'k', perMinute: 1 })
  await limiter.acquire({ key: 'k', perMinute: 1 })

  expect(clock.at).toBe(START + 62_500)
})

it('does not wait forever when the clock stops', async () => {
  const { limiter } = makeLimiter({ sleep: async () => {} })
  await limiter.acquire({ key: 'k', perMinute: 1 })

  await expect(limiter.acquire({ key: 'k', perMinute: 1 })).resolves.toBeUndefined()
})

it('paced mode spaces the requests of one run evenly, in addition to the shared budget', async () => {
  const clock = { at: START }
  const taken: string[] = []
  const budget = {
    acquire: async ({ key }: { key: string }) => void taken.push(key),
    close: () => taken.push('closed'),
  }
  const limiter = paced(budget, 30, { now: () => new Date(clock.at), sleep: async (ms) => void (clock.at += ms) })
  const sentAt: number[] = []

  for (const pauseMs of [0, 0, 500, 10_000, 0]) {
    clock.at += pauseMs
    await limiter.acquire({ key: 'k', perMinute: 600 })
    sentAt.push(clock.at - START)
  }
  limiter.close()

  expect(sentAt).toEqual([0, 2_000, 4_000, 14_000, 16_000])
  expect(taken).toEqual(['k', 'k', 'k', 'k', 'k', 'closed'])
})

it.runIf(isLong)(
  'three processes send for three minutes without rejections, and the emulator sees 570 to 600 in any 60 s (P17 LIM-001)',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const made = makeEmulator({ start: new Date() })
    const app = await made.registerApp()
    const { token } = await made.installApp({ app, store: await made.openStore({ appKey: app.appKey }) })
    const seenAt: number[] = []
    const statuses: number[] = []
    let clockAt = Date.now()
    const server = createServer((request, response) => {
      seenAt.push(Date.now())
      made.clock.advance(Date.now() - clockAt)
      clockAt = Date.now()
      const headers = { Authorization: request.headers.authorization ?? '' }
      void made.emulator.fetch(new Request(made.urls.api + request.url, { headers })).then(async (answer) => {
        statuses.push(answer.status)
        response.writeHead(answer.status).end(await answer.text())
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const child = fileURLToPath(new URL('limiter-child.ts', import.meta.url))
    const argv = [child, join(dir, 'limiter.db'), `http://127.0.0.1:${port}`, '180000']
    const env = { ...process.env, TEST_TOKEN: token }

    await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, argv, { timeout: 290_000, env })))

    const { most, fewest } = perMinute(seenAt)
    recordFigures({ requests: seenAt.length, 'most in 60 s': most, 'fewest in 60 s': fewest })
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(most).toBeLessThanOrEqual(600)
    expect(fewest).toBeGreaterThanOrEqual(570)
  },
)

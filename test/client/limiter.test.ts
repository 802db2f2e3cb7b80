import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import { createLimiter, type LimiterTools } from '../../src/client/limiter.ts'

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

it('P17 never lets more than the budget through in any 60 s', async () => {
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

it('waits politely, and refuses a wait beyond its limit with the time in seconds', async () => {
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

it('does not stay shut when the clock is set back', async () => {
  const { limiter, clock, waits } = makeLimiter()
  await limiter.acquire({ key: 'k', perMinute: 1 })
  clock.at -= 24 * 60 * 60_000

  await limiter.acquire({ key: 'k', perMinute: 1 })

  expect(waits).toEqual([])
})

it('P17 shares one budget between three processes', { timeout: 20_000 }, async () => {
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

it.runIf(process.env['SVCAPP_LONG'] === '1')(
  'P17 three processes that send for three minutes never send more than 600 in any 60 s',
  { timeout: 300_000 },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const module = fileURLToPath(new URL('../../src/client/limiter.ts', import.meta.url))
    const script = `
      const { createLimiter } = await import(${JSON.stringify(module)})
      const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
      const limiter = createLimiter({ path: ${JSON.stringify(join(dir, 'limiter.db'))}, now: () => new Date(), sleep })
      const until = Date.now() + 180_000
      while (Date.now() < until) {
        await limiter.acquire({ key: 'k', perMinute: 600 }).then(() => console.log(Date.now()), () => {})
      }`
    const run = promisify(execFile)

    const outputs = await Promise.all(
      [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', script], { timeout: 290_000 })),
    )

    const sentAt = outputs.flatMap(({ stdout }) => stdout.trim().split('\n').map(Number)).toSorted((a, b) => a - b)
    const most = Math.max(...sentAt.map((from, at) => sentAt.slice(at).filter((later) => later < from + 60_000).length))
    expect(sentAt.length).toBeGreaterThan(1_200)
    expect(most).toBeLessThanOrEqual(600)
  },
)

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, describe, expect, it } from 'vitest'

import { createCallHub, openCalls, type Calls } from '../../../src/check/harness/calls.ts'
import { untilDone } from '../../../src/check/harness/work.ts'

const opened: Calls[] = []

afterEach(async () => {
  for (const calls of opened.splice(0)) await calls.close()
})

/** Nobody listens there, so only a fault can answer a call. */
async function open(upstream = 'http://127.0.0.1:9', hub = createCallHub()): Promise<Calls> {
  const calls = await openCalls({ upstream, clock: () => performance.now(), hub })
  opened.push(calls)
  return calls
}

const never = new Promise<never>(() => {})

const idle = { busyness: () => 0, clock: () => 0, sleep }

function urlOf(server: Server): string {
  // The address of a TCP port is not a string.
  const { port } = server.address() as { readonly port: number }
  return `http://127.0.0.1:${port}`
}

describe('waiting for a call of the app', () => {
  it('returns at the first call that a fault affects', async () => {
    const calls = await open()
    calls.fault({ meets: () => true, act: { kind: 'answer', status: 503 } })
    const waited = calls.wait((call) => call.faulty, never)

    await fetch(`${calls.url}/api/apps/v1/orders/1`)

    expect(await waited).toMatchObject({ path: '/api/apps/v1/orders/1', status: 503 })
  })

  it('sees calls of every copy of the app, and applies the fault to them', async () => {
    const hub = createCallHub()
    const [one, other] = [await open(undefined, hub), await open(undefined, hub)]
    one.fault({ meets: ({ path }) => path === '/work', act: { kind: 'answer', status: 503 } })
    const waited = one.wait(({ path }) => path === '/work', never)

    await fetch(`${other.url}/work`)

    expect(await waited).toMatchObject({ path: '/work', status: 503 })
    expect(one.list()).toBe(other.list())
  })

  it('lets a delayed call continue when the fault ends', async () => {
    const platform = createServer((_, answer) => void answer.end('{}')).listen(0, '127.0.0.1')
    await once(platform, 'listening')
    try {
      const calls = await open(urlOf(platform))
      const heal = calls.fault({ meets: () => true, act: { kind: 'hold', ms: 60_000 } })
      const asked = fetch(`${calls.url}/held`)
      await calls.wait(({ path }) => path === '/held', never)

      heal()

      expect((await asked).status).toBe(200)
    } finally {
      platform.close()
    }
  })

  it('does not count a failed call as completed work', async () => {
    const platform = createServer((_, answer) => void answer.end('{}')).listen(0, '127.0.0.1')
    await once(platform, 'listening')
    try {
      const calls = await open(urlOf(platform))
      const heal = calls.fault({ meets: () => true, act: { kind: 'answer', status: 503 } })
      const done = untilDone(idle, { calls, catchUp: async () => {} }, () => true)
      await fetch(`${calls.url}/first`)
      heal()
      await sleep(10)
      await fetch(`${calls.url}/second`)

      expect(await done).toMatchObject({ path: '/second', status: 200 })
    } finally {
      platform.close()
    }
  })
})

import { randomBytes } from 'node:crypto'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { startOutbound } from '../../src/gateway/outbound.ts'
import { createDeliveryTraces } from '../../src/gateway/traces/delivery-traces.ts'
import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { listCalls } from '../../src/journal/calls/calls.ts'
import { findDelivery, listDeliveries } from '../../src/journal/deliveries.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { replayDelivery } from '../../src/webhooks/replay.ts'
import { makeApp, type Answer } from '../support/app.ts'
import { deliver, eventText, makeGateway, signed } from './support.ts'

const TOKEN = `svcapp_1001_7_${'c'.repeat(40)}`

/** Both sides of a gateway around an app that does what `answer` does, with the address of the outbound side. */
async function makeBoth(answer: (to: string, ...wire: Parameters<Answer>) => void) {
  const traces = createDeliveryTraces()
  const platform = await makeApp((_, response) => void response.end('{}'))
  let to = ''
  const app = await makeApp((...wire) => answer(to, ...wire))
  const gateway = await makeGateway(app.port, { traces })
  const outbound = await startOutbound({
    port: 0,
    baseUrl: new URL(`http://127.0.0.1:${platform.port}`),
    journal: gateway.journal,
    traces,
    now: () => new Date(),
    clock: () => performance.now(),
    onCall: () => {},
    onExchange: async () => {},
    clientId: () => null,
    endpoints: [],
  })
  onTestFinished(outbound.close)
  outbound.learnToken(TOKEN, { storeId: '1001', regionId: '7' })
  to = outbound.url
  const take = (id: string, more: Record<string, string> = {}) => {
    const body = eventText(id)
    return deliver(gateway.url, body, { ...signed(body), ...more })
  }
  const { journal } = gateway
  const calls = async () => {
    await expect.poll(() => listDeliveries(journal).every(({ tries }) => tries > 0)).toBe(true)
    return listCalls(journal).toReversed()
  }
  return { app, platform, gateway, journal, take, calls }
}

const bearer = { Authorization: `Bearer ${TOKEN}` }

describe('one trace', () => {
  it('gives each delivery a new traceparent with the attempt as parent, replacing an incoming one', async () => {
    const { app, take, journal } = await makeBoth((_to, _request, response) => void response.end())
    const foreign = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

    await take('e-1', { traceparent: foreign, tracestate: 'svcapp=bbbbbbbbbbbbbbbb', Connection: 'traceparent' })
    await take('e-2')

    await expect.poll(() => attemptsOfDelivery(journal, 2)).toHaveLength(1)
    const said = app.seen.map(({ headers }) => [headers['traceparent'], headers['tracestate']])
    const kept = [1, 2].map((id) => {
      const [attempt] = attemptsOfDelivery(journal, id)
      return [`00-${findDelivery(journal, id)?.traceId}-${attempt?.spanId}-01`, `svcapp=${attempt?.spanId}`]
    })
    expect(said).toEqual(kept)
    expect(new Set(said.flat()).size).toBe(4)
    expect(JSON.stringify(said)).not.toContain('aaaa')
  })

  it('links a call with the header to its attempt, also through an OpenTelemetry app, and hides the trace from the platform', async () => {
    const { platform, take, calls } = await makeBoth(async (to, { headers }, response) => {
      const traceparent = String(headers['traceparent'])
      const own = traceparent.replace(/-[0-9a-f]{16}-/, '-00000000000000cc-')
      await fetch(`${to}/orders/1`, { headers: { traceparent } })
      await fetch(`${to}/orders/2`, {
        headers: { traceparent: own, tracestate: `a=b,${String(headers['tracestate'])}` },
      })
      await fetch(`${to}/orders/3`, { headers: { traceparent: own } })
      response.end()
    })

    await take('e-1')
    await take('e-2')

    expect(await calls()).toMatchObject([
      { path: '/orders/1', deliveryId: 1, attemptId: 1, linkedBy: 'attempt' },
      { path: '/orders/2', deliveryId: 1, attemptId: 1, linkedBy: 'attempt', parentId: '00000000000000cc' },
      { path: '/orders/3', deliveryId: 1, attemptId: null, linkedBy: 'trace' },
      { path: '/orders/1', deliveryId: 2, attemptId: 2, linkedBy: 'attempt' },
      { path: '/orders/2', deliveryId: 2, attemptId: 2, linkedBy: 'attempt' },
      { path: '/orders/3', deliveryId: 2, attemptId: null, linkedBy: 'trace' },
    ])
    expect(JSON.stringify(platform.seen.map(({ headers }) => headers))).not.toContain('trace')
  })

  it('links a call without the header only if the app has exactly one delivery of that store', async () => {
    let inHand = 0
    let called = 0
    const { take, calls, journal } = await makeBoth(async (to, request, response) => {
      const isPair = request.body.includes('pair')
      inHand += 1
      // The app has both of the pair from before the first call until after the last.
      if (isPair) await expect.poll(() => inHand).toBe(3)
      await fetch(`${to}/orders/7`, { headers: bearer })
      await fetch(`${to}/orders/8`)
      called += 1
      if (isPair) await expect.poll(() => called).toBe(3)
      response.end()
    })

    await take('e-1')
    await Promise.all([take('pair-1'), take('pair-2')])

    const links = (await calls()).map(({ path, deliveryId, linkedBy }) => [path, deliveryId, linkedBy])
    expect(links.slice(0, 2)).toEqual([
      ['/orders/7', 1, 'guess'],
      ['/orders/8', null, null],
    ])
    expect(links.slice(2).every(([, deliveryId, linkedBy]) => deliveryId === null && linkedBy === null)).toBe(true)
    expect(listCalls(journal)).toHaveLength(6)
  })

  it.each(['', 'x', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`, `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`])(
    'does not link a call with an invalid traceparent: %j (T39)',
    async (traceparent) => {
      const { take, calls } = await makeBoth(async (to, _request, response) => {
        await fetch(`${to}/orders/1`, { headers: { traceparent, tracestate: `svcapp=${'1'.repeat(16)}` } })
        response.end()
      })

      await take('e-1')

      expect(await calls()).toMatchObject([{ traceId: null, deliveryId: null, linkedBy: null }])
    },
  )

  it('keeps event copies and manual replays in one trace, each attempt with a separate span', async () => {
    const { app, take, journal, gateway } = await makeBoth((_to, _request, response) => void response.end())
    await take('e-1', signed(eventText('e-1'), { age: 1 }))
    await take('e-1')
    const delivery = findDelivery(journal, 1)
    if (delivery === null) throw new Error('No delivery.')

    const tools = {
      send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
      now: () => new Date(),
      journal,
      key: signingKey('5e'.repeat(32)),
      randomBytes,
    }
    const to = `http://127.0.0.1:${app.port}/webhooks`
    await replayDelivery(tools, { delivery, to, isOwnApp: true, mode: 'as-is' })

    const said = app.seen.map(({ headers }) => String(headers['traceparent']).split('-'))
    expect(gateway.outcomes.map(({ mark }) => mark)).toEqual(['first', 'duplicate'])
    expect(new Set(said.map(([, trace]) => trace))).toEqual(new Set([delivery.traceId]))
    expect(new Set(said.map(([, , span]) => span)).size).toBe(3)
    expect(attemptsOfDelivery(journal, 1).map(({ spanId }) => spanId)).toEqual([said[0]?.[2], said[2]?.[2]])
  })
})

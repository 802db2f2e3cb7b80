import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../src/protocol/webhook-signature.ts'
import { sendMany, type Load, type LoadTools } from '../../src/webhooks/send-many.ts'
import type { TriggerInput } from '../../src/webhooks/trigger.ts'
import { makeApp, type Answer, type FakeApp } from '../support/app.ts'

const key = signingKey('5e'.repeat(32))
const tools: LoadTools = {
  send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  now: () => new Date(),
  sleep: async (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
  randomBytes,
  key,
  onProgress: () => {},
}

function input({ port }: Pick<FakeApp, 'port'>, more: Partial<TriggerInput> = {}): TriggerInput {
  return { topic: 'order.created', to: `http://127.0.0.1:${port}/webhooks`, storeId: '1001', regionId: '7', ...more }
}

const load = (more: Partial<Load>): Load => ({ count: 50, perSecond: null, concurrency: 5, ...more })
const idOf = ({ body }: FakeApp['seen'][number]) => (JSON.parse(body.toString()) as { eventId: string }).eventId

it('each event has its own id and signature, and all responses are counted', async () => {
  const app = await makeApp()
  let connections = 0
  app.server.on('connection', () => void connections++)

  const answer = await sendMany(tools, input(app), load({}))

  expect(answer).toMatchObject({ count: 50, accepted: 50, rejected: 0, lost: 0, unsent: 0, statuses: { 200: 50 } })
  expect(new Set(app.seen.map(idOf)).size).toBe(50)
  // One for the first event, and one for each that waits beside others.
  expect(connections).toBeLessThanOrEqual(6)
  const now = new Date()
  expect(app.seen.every(({ headers, body }) => verifyWebhook({ key, headers, body, now }).ok)).toBe(true)
})

it('distinguishes rejected from lost, and reports the median and 99th percentile of response times', async () => {
  const answers: Answer = (request, response) => {
    const n = app.seen.indexOf(request)
    if (n % 10 === 1) response.writeHead(500).end()
    else if (n % 10 === 2) response.writeHead(302, { Location: '/' }).end()
    else if (n % 10 === 3) response.socket?.destroy()
    else if (n === 4) setTimeout(() => response.end(), 300)
    else response.end()
  }
  const app = await makeApp(answers)

  const answer = await sendMany(tools, input(app), load({}))

  expect(answer).toMatchObject({
    accepted: 35,
    rejected: 10,
    lost: 5,
    unsent: 0,
    statuses: { 200: 35, 302: 5, 500: 5 },
  })
  expect(answer.p50).toBeLessThan(300)
  expect(answer.p99).toBeGreaterThanOrEqual(295)
})

it('keeps to its rate and concurrency limit', async () => {
  let open = 0
  let most = 0
  const slow = await makeApp((_, response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.end()
    }, 10)
  })
  const paced = await makeApp()

  await sendMany(tools, input(slow), load({ count: 40, concurrency: 4 }))
  const answer = await sendMany(tools, input(paced), load({ count: 21, perSecond: 40 }))

  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
  expect(answer.tookMs).toBeGreaterThanOrEqual(490)
  expect(answer.perSecond).toBeLessThan(43)
})

it('counts a gateway response for an app that did not respond as lost', async () => {
  const app = await makeApp((_, response) =>
    response.writeHead(502).end('{"success":false,"reason":"app-unreachable"}'),
  )

  const through = await sendMany(tools, input(app, { isGateway: true }), load({ count: 3 }))
  const straight = await sendMany(tools, input(app), load({ count: 3 }))

  expect(through).toMatchObject({ lost: 3, rejected: 0, statuses: {}, p50: null, p99: null })
  expect(straight).toMatchObject({ lost: 0, rejected: 3 })
})

it('a missing receiver is reported immediately, and one that disconnects midway is counted', async () => {
  const app = await makeApp()
  await expect(sendMany(tools, input({ port: 1 }), load({}))).rejects.toMatchObject({ code: 'net.unreachable' })
  const closing: LoadTools = { ...tools, onProgress: ({ accepted }) => void (accepted === 10 && app.server.close()) }

  const { accepted, lost, unsent } = await sendMany(closing, input(app), load({ concurrency: 1 }))

  expect([accepted, lost + unsent]).toEqual([10, 40])
  expect(unsent).toBeGreaterThan(35)
})

it('an interruption stops it, and reports how many were sent and answered', async () => {
  const app = await makeApp()
  const stop = new AbortController()
  const stopping = {
    ...tools,
    interrupted: stop.signal,
    onProgress: () => void (app.seen.length === 5 && stop.abort()),
  }

  await expect(sendMany(stopping, input(app), load({ count: 1000 }))).rejects.toMatchObject({
    code: 'cli.interrupted',
    message: expect.stringMatching(
      /^Stopped after \d{1,2} of 1000 events: [1-9]\d? accepted, 0 rejected, \d+ without a response\.$/,
    ) as unknown,
  })
  expect(app.seen.length).toBeLessThan(50)
})

import { randomBytes } from 'node:crypto'

import { expect, it, onTestFinished } from 'vitest'

import { endpoints } from '../../../../src/catalog/catalog.ts'
import { createNodeSend } from '../../../../src/client/node-send.ts'
import { createForwarder } from '../../../../src/gateway/otlp/collector/forwarder.ts'
import { createJournalSender } from '../../../../src/gateway/otlp/collector/journal-sender.ts'
import type { OtlpForm } from '../../../../src/gateway/otlp/collector/trace-request.ts'
import { createOtlpReceiver, OTLP_PATH, OTLP_TOKEN_HEADER } from '../../../../src/gateway/otlp/receiver.ts'
import { startOutbound } from '../../../../src/gateway/outbound.ts'
import { createDeliveryTraces } from '../../../../src/gateway/traces/delivery-traces.ts'
import { findDelivery, listDeliveries, type DeliveryRow } from '../../../../src/journal/deliveries.ts'
import { openJournal, type Journal } from '../../../../src/journal/journal.ts'
import { createJournalWriter } from '../../../../src/journal/writer.ts'
import { signingKey } from '../../../../src/protocol/signing-key.ts'
import { replayDelivery } from '../../../../src/webhooks/replay.ts'
import { makeApp, type SeenRequest } from '../../../support/app.ts'
import { makeCollector, type CollectedSpan } from '../../../support/collector.ts'
import { atThisLoad } from '../../../support/machine/machine-load.ts'
import { traceRequest } from '../../../support/otlp.ts'
import { deliver, eventText, makeGateway, signed } from '../../support.ts'

const TOKEN = `svcapp_1001_7_${'c'.repeat(40)}`
const OTLP_TOKEN = 'f'.repeat(32)

interface MadeApp {
  readonly outbound: string
  readonly headers: SeenRequest['headers']
}

/** Gateway, outbound side and receiver around an app that does what `work` does; all of it is sent to a collector. */
async function makeTraced(work: (made: MadeApp) => Promise<number | void>, form: OtlpForm = 'protobuf') {
  const collector = await makeCollector()
  const platform = await makeApp(({ target }, response) => {
    if (target.includes('/7777')) response.destroy()
    else response.writeHead(target.includes('/404') ? 404 : 200).end('{"secretNote":"never told"}')
  })
  let outboundUrl = ''
  const app = await makeApp(async ({ headers }, response) => {
    response.writeHead((await work({ outbound: outboundUrl, headers })) ?? 200).end('the body of an answer')
  })
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  const traces = createDeliveryTraces()
  const gateway = await makeGateway(app.port, { traces, journal })
  const forwarder = createForwarder({
    endpoint: collector.url,
    headersFor: () => ({}),
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
    clock: () => performance.now(),
    onTrouble: (why) => collector.refused.push(why),
  })
  const receiver = createOtlpReceiver({
    token: OTLP_TOKEN,
    writer: createJournalWriter(journal),
    keepsText: true,
    now: () => new Date(),
    clock: () => performance.now(),
    onTaken: forwarder.add,
  })
  const outbound = await startOutbound({
    port: 0,
    baseUrl: new URL(`http://127.0.0.1:${platform.port}`),
    journal,
    traces,
    now: () => new Date(),
    clock: () => performance.now(),
    onCall: () => {},
    onExchange: async () => {},
    clientId: () => null,
    endpoints,
    otlp: receiver,
  })
  onTestFinished(outbound.close)
  outbound.learnToken(TOKEN, { storeId: '1001', regionId: '7' })
  outboundUrl = outbound.url
  const resource = { 'service.name': 'svcapp' }
  const open = () => createJournalSender({ journal, collector: forwarder, endpoints, resource, form })
  let sender = open()
  const take = async (id: string) => {
    const body = eventText(id)
    await deliver(gateway.url, body, signed(body))
  }
  /** The spans of the collector once it has this many. */
  const collected = async (count: number): Promise<readonly CollectedSpan[]> => {
    const rows = () => Number(journal.db.prepare('SELECT count(*) AS n FROM calls').get()?.['n'])
    const calls = platform.seen.length
    await expect.poll(rows).toBe(calls)
    await expect.poll(() => listDeliveries(journal).every(({ tries }) => tries > 0)).toBe(true)
    await sender.close()
    sender = open()
    await expect.poll(() => collector.spans.length).toBe(count)
    return collector.spans
  }
  return { app, gateway, journal, collector, take, collected }
}

function requireFirst(journal: Journal): DeliveryRow {
  const row = findDelivery(journal, 1)
  if (row === null) throw new Error('There is no delivery.')
  return row
}

const api = (to: string, path: string, headers: Record<string, string>) =>
  fetch(`${to}/api/apps/v1${path}`, { headers: { Authorization: `Bearer ${TOKEN}`, ...headers } })
    .then((response) => response.text())
    .catch(() => '')

/** A piece of work of an OpenTelemetry app, which sends its span and passes its context on. */
async function within(
  { outbound, headers }: MadeApp,
  name: string,
  work: (own: Record<string, string>) => Promise<unknown>,
) {
  const [, traceId = '', parentId = ''] = String(headers['traceparent']).split('-')
  const spanId = randomBytes(8).toString('hex')
  const from = new Date()
  await work({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: String(headers['tracestate']) })
  const body = traceRequest('loyalty', [{ traceId, spanId, parentId, name, from, ms: Date.now() - from.getTime() }])
  await fetch(`${outbound}${OTLP_PATH}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-protobuf', [OTLP_TOKEN_HEADER]: OTLP_TOKEN },
    body,
  })
}

it.for(['protobuf', 'json'] as const)(
  'sends a collector one trace of delivery, attempt, app span and its calls with every parent, in %s',
  async (form) => {
    const { take, collected, collector } = await makeTraced(async (made) => {
      await within(made, 'count points', async (own) => {
        await api(made.outbound, '/orders/42?search=ayse%40example.com', own)
        await api(made.outbound, '/orders/404', own)
        await api(made.outbound, '/orders/7777', own)
      })
    }, form)

    await take('evt-1')
    const spans = await collected(6)

    expect(collector.refused).toEqual([])
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const path = (span: CollectedSpan): string =>
      span.parentId === null ? span.name : `${path(byId.get(span.parentId) ?? span)} > ${span.name}`
    expect(spans.map((span) => `${span.service}: ${path(span)} ${span.status.code}`).toSorted()).toEqual(
      [
        'svcapp: order.created 0',
        'svcapp: order.created > POST order.created 0',
        'loyalty: order.created > POST order.created > count points 0',
        'svcapp: order.created > POST order.created > count points > GET /api/apps/v1/orders/{id} 0',
        'svcapp: order.created > POST order.created > count points > GET /api/apps/v1/orders/{id} 2',
        'svcapp: order.created > POST order.created > count points > GET /api/apps/v1/orders/{id} 2',
      ].toSorted(),
    )
    const text = JSON.stringify(spans, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain('/api/apps/v1/orders/42')
    for (const secret of [TOKEN, OTLP_TOKEN, 'ayse', 'never told', 'the body of an answer', '5e5e']) {
      expect(text).not.toContain(secret)
    }
  },
)

it('gives a call linked to a delivery only by time and store a separate trace, with a link to the delivery', async () => {
  const { take, collected } = await makeTraced(async ({ outbound }) => {
    await api(outbound, '/orders/42', {})
  })

  await take('evt-1')
  const spans = await collected(3)

  const attempt = spans.find(({ name }) => name === 'POST order.created')
  const call = spans.find(({ name }) => name.startsWith('GET'))
  expect(call).toMatchObject({ parentId: null, links: [{ traceId: attempt?.traceId, spanId: attempt?.spanId }] })
  expect(call?.traceId).not.toBe(attempt?.traceId)
})

it('sends an attempt by another process together with its delivery, even one from the day before', async () => {
  const { app, journal, take, collected } = await makeTraced(async () => 500)
  await take('evt-1')
  await collected(2)

  const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
  await replayDelivery(
    { journal, send, key: signingKey('5e'.repeat(32)), now: () => new Date(), randomBytes },
    { delivery: requireFirst(journal), to: `http://127.0.0.1:${app.port}/webhooks`, isOwnApp: true, mode: 're-sign' },
  )
  const spans = (await collected(4)).slice(2)

  const [delivery, attempt] = [spans.find(({ parentId }) => parentId === null), spans.find(({ parentId }) => parentId)]
  expect(attempt).toMatchObject({
    parentId: delivery?.spanId,
    traceId: delivery?.traceId,
    attributes: { 'svcapp.attempt.kind': 'replay' },
    status: { code: 2, message: 'The app responded with 500.' },
  })
})

it('buffers little for a collector that never responds, and delays no delivery (T39)', async () => {
  const silent = await makeApp(() => {})
  const { gateway, journal, take } = await makeTraced(async () => {})
  const troubles: string[] = []
  const forwarder = createForwarder({
    endpoint: new URL(`http://127.0.0.1:${silent.port}`),
    headersFor: () => ({}),
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
    clock: () => performance.now(),
    onTrouble: (why) => troubles.push(why),
  })
  const resource = { 'service.name': 'svcapp' }
  const sender = createJournalSender({ journal, collector: forwarder, endpoints, resource, form: 'protobuf' })

  const firstAt = performance.now()
  for (let at = 0; at < 200; at++) await take(`evt-${at}`)
  await sender.close()
  const startedAt = performance.now()
  await forwarder.close()

  expect(gateway.refusals.size).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(atThisLoad(2000))
  // One request at a time: another one begins only after the one before has run into its limit of 10 s.
  expect(silent.seen.length).toBeGreaterThanOrEqual(1)
  expect(silent.seen.length).toBeLessThanOrEqual(1 + Math.floor((performance.now() - firstAt) / 10_000))
})

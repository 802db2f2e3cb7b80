import { gzipSync } from 'node:zlib'

import { describe, expect, it, onTestFinished } from 'vitest'

import {
  createOtlpReceiver,
  OTLP_PATH,
  OTLP_TOKEN_HEADER,
  type OtlpOptions,
} from '../../../src/gateway/otlp/receiver.ts'
import { startOutbound } from '../../../src/gateway/outbound.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { logsOfTrace, spansOfTrace } from '../../../src/journal/telemetry/telemetry.ts'
import { createJournalWriter } from '../../../src/journal/writer.ts'
import { makeApp } from '../../support/app.ts'
import { attribute, message, number, text, traceRequest } from '../../support/otlp.ts'

const TRACE = 'a'.repeat(32)
const SPAN = 'b'.repeat(16)
const NOON = new Date('2026-11-21T12:00:00.000Z')
const nanos = (ms: number) => `${NOON.getTime() + ms}000000`

async function makeReceiver(overrides: Partial<OtlpOptions> = {}) {
  const platform = await makeApp()
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  const writer = createJournalWriter(journal)
  const options = { token: 'the-token', writer, keepsText: true, now: () => NOON, clock: () => 0, ...overrides }
  const outbound = await startOutbound({
    port: 0,
    baseUrl: new URL(`http://127.0.0.1:${platform.port}`),
    journal,
    now: () => NOON,
    clock: () => 0,
    onCall: () => {},
    onExchange: async () => {},
    clientId: () => null,
    endpoints: [],
    otlp: createOtlpReceiver(options),
  })
  onTestFinished(async () => {
    await outbound.close()
    journal.close()
  })
  const post = async (path: string, body: Uint8Array | object, headers: Record<string, string> = {}) => {
    const isJson = !(body instanceof Uint8Array)
    const response = await fetch(outbound.url + OTLP_PATH + path, {
      method: 'POST',
      body: isJson ? JSON.stringify(body) : Buffer.from(body),
      headers: {
        [OTLP_TOKEN_HEADER]: 'the-token',
        'Content-Type': isJson ? 'application/json' : 'application/x-protobuf',
        ...headers,
      },
    })
    const answer = Buffer.from(await response.arrayBuffer())
    writer.flush()
    return { status: response.status, answer }
  }
  const count = (table: string) => journal.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']
  return { journal, outbound, platform, post, count }
}

const jsonSpan = (more: object = {}) => ({
  traceId: TRACE,
  spanId: SPAN,
  name: 'work',
  startTimeUnixNano: nanos(0),
  endTimeUnixNano: nanos(5),
  ...more,
})

const inResource = (...spans: readonly object[]) => ({
  resourceSpans: [
    { resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] }, scopeSpans: [{ spans }] },
  ],
})

const jsonLog = (more: object = {}) => ({
  resourceLogs: [
    {
      scopeLogs: [
        {
          logRecords: [
            { traceId: TRACE, timeUnixNano: nanos(1), severityNumber: 17, body: { stringValue: 'No stock.' }, ...more },
          ],
        },
      ],
    },
  ],
})

describe('the receiver of spans and logs', () => {
  it('accepts spans and logs as JSON and protobuf, also compressed, and stores their content', async () => {
    const { post, journal, platform } = await makeReceiver()
    const more = [
      attribute(9, 'http.route', '/webhooks'),
      attribute(9, 'n', 3n),
      attribute(9, 'share', 0.5),
      attribute(9, 'isNew', true),
      message(11, text(2, 'exception'), attribute(3, 'exception.message', 'No stock.')),
      message(15, text(2, 'It broke.'), number(3, 2)),
    ]
    const span = {
      traceId: TRACE,
      spanId: 'c'.repeat(16),
      parentId: SPAN,
      name: 'POST',
      from: NOON,
      ms: 12.5,
      parts: more,
    }

    const answers = [
      await post('/v1/traces', inResource(jsonSpan())),
      await post('/v1/traces', gzipSync(traceRequest('shop', [span])), { 'Content-Encoding': 'gzip' }),
      await post('/v1/logs', jsonLog()),
      await post('/v1/metrics', {}),
    ]

    expect(answers.map(({ status, answer }) => [status, answer.toString()])).toEqual([
      [200, '{}'],
      [200, ''],
      [200, '{}'],
      [200, '{}'],
    ])
    expect(spansOfTrace(journal, TRACE, 9)).toMatchObject([
      { name: 'work', at: NOON, ms: 5, parentId: null, service: 'shop', status: 'unset', kind: 'internal' },
      {
        name: 'POST',
        kind: 'server',
        ms: 12.5,
        parentId: SPAN,
        service: 'shop',
        status: 'error',
        message: 'It broke.',
        attributes: '{"http.route":"/webhooks","n":3,"share":0.5,"isNew":true}',
        events: [{ name: 'exception', attributes: '{"exception.message":"No stock."}' }],
      },
    ])
    expect(logsOfTrace(journal, TRACE, 9)).toMatchObject([{ severity: 'error', body: 'No stock.' }])
    expect(platform.seen).toEqual([])
  })

  it('accepts nothing without the token, from a page, under another host name or with another method (T37)', async () => {
    const { post, outbound, count } = await makeReceiver()
    const body = inResource(jsonSpan())

    const refused = [
      await post('/v1/traces', body, { [OTLP_TOKEN_HEADER]: 'the-tokem' }),
      await post('/v1/traces', body, { [OTLP_TOKEN_HEADER]: '' }),
      await post('/v1/traces', body, { Origin: 'https://evil.example' }),
      await post('/v1/traces', body, { 'Sec-Fetch-Site': 'cross-site' }),
      await post('/v1/traces', body, { 'Cf-Ray': '1' }),
      await post('/v1/profiles', body),
      await post('/v1/traces', body, { 'Content-Type': 'text/plain' }),
      await post('/v1/traces', body, { 'Content-Encoding': 'br' }),
    ]
    const got = await fetch(`${outbound.url}${OTLP_PATH}/v1/traces`, { headers: { [OTLP_TOKEN_HEADER]: 'the-token' } })

    expect([...refused, got].map(({ status }) => status)).toEqual([401, 401, 403, 403, 403, 404, 415, 415, 405])
    expect(count('spans')).toBe(0)
  })

  it('bounds a million attributes, hostile names, broken ids and clocks, and responds to the request (T39)', async () => {
    const { post, journal } = await makeReceiver()
    const many = Array.from({ length: 100_000 }, (_, at) => ({ key: `k${at}`, value: { intValue: String(at) } }))
    const hostile = '\u001B]52;c;x\u0007<script>\0\uD800'.padEnd(5000, 'x')
    const wide = Buffer.concat(Array.from({ length: 200_000 }, () => attribute(9, 'k', true)))
    const span = { traceId: TRACE, spanId: 'd'.repeat(16), name: 'wide', from: NOON, ms: 1, parts: [wide] }

    await post('/v1/traces', inResource(jsonSpan({ attributes: many.slice(0, 50_000), name: hostile })))
    await post('/v1/traces', traceRequest('shop', [span]))
    const ids = await post('/v1/traces', inResource(jsonSpan({ traceId: 'x' }), jsonSpan({ spanId: '0'.repeat(16) })))
    await post(
      '/v1/traces',
      inResource(jsonSpan({ startTimeUnixNano: nanos(9e9), endTimeUnixNano: '99999999999999999999' })),
    )
    await post('/v1/traces', inResource(jsonSpan({ startTimeUnixNano: '0', endTimeUnixNano: '-5' })))

    const rows = spansOfTrace(journal, TRACE, 9)
    expect(JSON.parse(ids.answer.toString())).toMatchObject({ partialSuccess: { rejectedSpans: '2' } })
    expect(rows.map(({ ms, isClockOff, at }) => [ms, isClockOff, at.getTime()])).toEqual([
      [5, false, NOON.getTime()],
      [1, false, NOON.getTime()],
      [24 * 3_600_000, true, NOON.getTime()],
      [0, true, NOON.getTime()],
    ])
    expect(rows.every(({ name, attributes }) => name.length <= 201 && attributes.length <= 4002)).toBe(true)
    expect(rows[0]?.name).not.toContain('\0')
    expect(Object.keys(JSON.parse(rows[0]?.attributes ?? '{}') as object)).toHaveLength(64)
  })

  it.each([
    ['bytes that are not a message', Buffer.from('ffffffffffffffffffffff', 'hex')],
    ['a message that ends too early', traceRequest('shop', []).subarray(0, 9)],
    ['JSON that is nested too deep', Buffer.from('['.repeat(100_000))],
    ['a compression bomb', gzipSync(Buffer.alloc(20_000_000))],
    ['more than 4 MiB', Buffer.alloc(5_000_000)],
  ])('rejects %s permanently, without a resend (T39)', async (what, body) => {
    const { post, count } = await makeReceiver()
    const type = what.includes('JSON') ? 'application/json' : 'application/x-protobuf'
    const encoding = what === 'a bomb' ? { 'Content-Encoding': 'gzip' } : {}

    const { status } = await post('/v1/traces', body, { 'Content-Type': type, ...encoding }).catch(() => ({
      status: 413,
    }))

    expect([400, 413]).toContain(status)
    expect(count('spans')).toBe(0)
  })

  it('responds to a flood, drops data beyond the limit and reports it once (T39)', async () => {
    const floods: string[] = []
    const { post, count } = await makeReceiver({ onFlood: () => floods.push('flood') })
    const spans = Array.from({ length: 4000 }, (_, at) => jsonSpan({ spanId: String(at + 1).padStart(16, '0') }))

    const answers = []
    for (let turn = 0; turn < 4; turn++) answers.push(await post('/v1/traces', inResource(...spans)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.at(-1)?.answer.toString()).toContain('"rejectedSpans":"4000"')
    expect(count('spans')).toBe(8192)
    expect(floods.length).toBeGreaterThan(0)
  })

  it('masks secrets in names, texts, attributes and logs (T35)', async () => {
    const { post, journal } = await makeReceiver()
    const secret = `svcapp_1001_7_${'c'.repeat(40)}`
    const values = [
      { key: 'http.request.header.authorization', value: { stringValue: 'Bearer canary-one' } },
      { key: 'url.full', value: { stringValue: 'https://x.example/cb?code=canary-two&state=canary-three' } },
      { key: 'said', value: { stringValue: `${'x'.repeat(990)}${secret}` } },
      { key: 'list', value: { arrayValue: { values: [{ stringValue: secret }] } } },
      {
        key: 'map',
        value: { kvlistValue: { values: [{ key: 'client_secret', value: { stringValue: 'canary-four' } }] } },
      },
    ]

    await post(
      '/v1/traces',
      inResource(jsonSpan({ name: secret, attributes: values, status: { code: 2, message: secret } })),
    )
    await post('/v1/logs', jsonLog({ body: { stringValue: `token=canary-five ${secret}` }, attributes: values }))

    const kept = JSON.stringify([
      journal.db.prepare('SELECT * FROM spans').all(),
      journal.db.prepare('SELECT * FROM logs').all(),
    ])
    expect(kept).not.toMatch(/canary|cccc/)
    expect(kept).toContain('url.full')
  })

  it('stores names and times but no log records if texts are off', async () => {
    const { post, journal, count } = await makeReceiver({ keepsText: false })
    const attributes = [{ key: 'customer', value: { stringValue: 'Ada' } }]

    await post('/v1/traces', inResource(jsonSpan({ attributes, status: { code: 2, message: 'Ada' } })))
    await post('/v1/logs', jsonLog())

    expect(spansOfTrace(journal, TRACE, 9)).toMatchObject([
      { name: 'work', attributes: '{}', message: null, events: [] },
    ])
    expect(count('logs')).toBe(0)
  })
})

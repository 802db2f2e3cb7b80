import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { topicNames } from '../../src/catalog/topics.ts'
import { createNodeSend } from '../../src/client/node-send.ts'
import { checkReceiver } from '../../src/http/receiver.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../src/protocol/webhook-signature.ts'
import { openBody, setFields } from '../../src/webhooks/event-body.ts'
import { sendEvent, triggerAsCurl, triggerEvent, type TriggerInput } from '../../src/webhooks/trigger.ts'
import { makeApp, type FakeApp } from '../support/app.ts'

const SECRET = '5e'.repeat(32)
const key = signingKey(SECRET)
const NOON = new Date('2026-11-21T12:00:00.000Z')
const tools = {
  send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
  now: () => NOON,
  randomBytes,
  key,
}

function input(app: Pick<FakeApp, 'port'>, more: Partial<TriggerInput> = {}): TriggerInput {
  return {
    topic: 'order.created',
    to: `http://127.0.0.1:${app.port}/webhooks`,
    storeId: '1001',
    regionId: '7',
    ...more,
  }
}

/** The verdict of a receiver that does all that the documents ask. */
function verdictOf(app: FakeApp, index = 0) {
  const { headers, body } = app.seen[index] ?? { headers: {}, body: Buffer.alloc(0) }
  return verifyWebhook({ key, headers, body, now: NOON })
}

describe('a triggered event', () => {
  it.each(topicNames)(
    '%s has real headers, a real envelope and a real signature (EVT-001 EVT-002 EVT-003 EVT-004 EVT-024 EVT-026 HOOK-001 HOOK-003 HOOK-004 HOOK-005 HOOK-006 HOOK-008 HOOK-009 HOOK-017)',
    async (topic) => {
      const app = await makeApp()

      const answer = await triggerEvent(tools, input(app, { topic }))

      const body = JSON.parse(app.seen[0]?.body.toString() ?? '')
      expect(verdictOf(app)).toMatchObject({ ok: true, topic, storeId: '1001', ageSeconds: 0 })
      expect(Object.keys(body)).toEqual(['eventId', 'storeId', 'regionId', 'data'])
      expect(body).toMatchObject({ eventId: answer.eventId, storeId: 1001, regionId: 7 })
      expect(answer.eventId).toMatch(/^test:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(answer).toMatchObject({ status: 200, topic })
      expect(app.seen[0]).toMatchObject({
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-service-topic': topic,
          'x-service-store': '1001',
          'x-service-timestamp': String(NOON.getTime() / 1000),
          'x-service-hmac-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      })
    },
  )

  it('carries no personal data (EVT-025 EVT-031)', async () => {
    const app = await makeApp()

    await triggerEvent(tools, input(app))

    expect(app.seen[0]?.body.toString()).not.toMatch(/name|email|address|phone/i)
  })

  it.each([
    ['a little longer than the gateway', true, 33_000],
    ['as long as a platform', false, 30_000],
  ])('waits %s for a response', async (_, isGateway, timeoutMs) => {
    const app = await makeApp()
    const waits: unknown[] = []
    const send: typeof tools.send = (request) => {
      waits.push(request.timeoutMs)
      return tools.send(request)
    }

    await triggerEvent({ ...tools, send }, input(app, { isGateway }))

    expect(waits).toEqual([timeoutMs])
  })

  it('keeps ids above 2^53, and a null region', async () => {
    const app = await makeApp()

    await triggerEvent(tools, input(app, { storeId: '9007199254740993', regionId: null }))

    expect(app.seen[0]?.body.toString()).toContain('"storeId":9007199254740993,"regionId":null')
    expect(verdictOf(app)).toMatchObject({ ok: true, storeId: '9007199254740993' })
  })

  it('sends a given body byte for byte', async () => {
    const app = await makeApp()
    const body = Buffer.from('{ "eventId" : "mine",\r\n "x": 1.50 }\xff', 'latin1')

    const answer = await triggerEvent(tools, input(app, { body }))

    expect(app.seen[0]?.body).toEqual(body)
    expect(verdictOf(app).ok).toBe(true)
    expect(answer.eventId).toBeNull()
  })

  it('sets fields in a given body and keeps the digits of the others', async () => {
    const app = await makeApp()

    await triggerEvent(
      tools,
      input(app, { body: Buffer.from('{"a":1,"n":12345678901234567890.10}'), eventId: 'e-9', set: ['a=2', 'b.c=x'] }),
    )

    expect(app.seen[0]?.body.toString()).toBe('{"a":2,"n":12345678901234567890.10,"eventId":"e-9","b":{"c":"x"}}')
  })

  it.each([
    ['--set', { set: ['x=1'] }, '"x":1}'],
    ['--set with a decimal', { set: ['data.total=1.10'] }, '"data":{"total":1.10}}'],
    ['--set with an exponent', { set: ['n=-1.50e2'] }, '"n":-1.50e2}'],
    ['--event-id', { eventId: 'e-9' }, '"eventId":"e-9"}'],
  ])('keeps every number of a given body as written with %s', async (_, change, end) => {
    const app = await makeApp()
    const body = '{"p":1.10,"q":0.10,"r":[1e2,-0,1.0E+2],"id":12345678901234567890,'

    await triggerEvent(tools, input(app, { body: Buffer.from(`${body.slice(0, -1)}}`), ...change }))

    expect(app.seen[0]?.body.toString()).toBe(body + end)
  })

  it('has the requested age (HOOK-015)', async () => {
    const app = await makeApp()

    await sendEvent(tools, input(app, { ageMs: 360_000 }))
    await sendEvent(tools, input(app, { ageMs: -360_000 }))

    expect([verdictOf(app, 0), verdictOf(app, 1)]).toMatchObject([
      { ok: false, reason: 'too-old', ageSeconds: 360 },
      { ok: false, reason: 'too-new', ageSeconds: -360 },
    ])
  })

  it('has a wrong signature of the right format if requested (HOOK-011)', async () => {
    const app = await makeApp()

    await sendEvent(tools, input(app, { badSignature: true }))

    expect(verdictOf(app)).toEqual({ ok: false, reason: 'signature-mismatch' })
  })

  it('is sent twice with one eventId if requested (HOOK-018)', async () => {
    const app = await makeApp()

    const answer = await triggerEvent(tools, input(app, { duplicate: true }))

    const [first, second] = app.seen.map(({ body }) => body.toString())
    expect(app.seen).toHaveLength(2)
    expect(second).toBe(first)
    expect(answer.duplicate).toMatchObject({ status: 200 })
  })

  it('that the app rejects exits with 10 and shows the status and the escaped first line', async () => {
    const app = await makeApp((_, response) => void response.writeHead(422).end('bad \u001b[31mthing\nsecond line'))

    const sending = triggerEvent(tools, input(app))

    await expect(sending).rejects.toMatchObject({
      code: 'webhook.rejected',
      oclif: { exit: 10 },
      message: 'The app rejected order.created with 422. Response: bad \\u001b[31mthing',
      details: { status: 422 },
    })
  })

  it('a redirect of the app is a rejection and is not followed (T34)', async () => {
    const other = await makeApp()
    const app = await makeApp(
      (_, response) => void response.writeHead(302, { Location: `http://127.0.0.1:${other.port}/` }).end(),
    )

    await expect(triggerEvent(tools, input(app))).rejects.toMatchObject({
      code: 'webhook.rejected',
      details: { status: 302 },
    })
    expect(other.seen).toHaveLength(0)
  })
})

describe('allowed destinations of events', () => {
  it('sends to a name below localhost on this machine, even if a resolver lacks it', async () => {
    const app = await makeApp()

    await triggerEvent(tools, input(app, { to: `http://shop.my-app.localhost:${app.port}/webhooks` }))

    expect(app.seen[0]?.headers.host).toBe(`shop.my-app.localhost:${app.port}`)
  })

  it.each([
    'http://127.0.0.1:3000/webhooks',
    'http://localhost:3000/',
    'http://[::1]:3000/x?y=1',
    'HTTP://LOCALHOST/',
    'https://Shop.localhost/',
  ])('%s is allowed (T34)', (to) => {
    expect(checkReceiver(to)).toBeInstanceOf(URL)
  })

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://0.0.0.0:3000/',
    'http://0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://①27.0.0.1/',
    'http://localhost:8080@evil.example/',
    'http://evil.example\\@localhost/',
    'http://localhost.evil.example/',
    'http://evil-localhost/',
    'http://.localhost/',
    'http://a..localhost/',
    'http://localhost.localhost.evil.example/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::]/',
    'https://example.com/',
    'ftp://localhost/',
    'localhost:3000',
    '',
    'http://[',
  ])('%j is rejected before anything is sent (T34 R16)', async (to) => {
    const app = await makeApp()

    await expect(triggerEvent(tools, input(app, { to }))).rejects.toMatchObject({
      code: 'webhook.bad-address',
      oclif: { exit: 2 },
    })
    expect(app.seen).toHaveLength(0)
  })
})

describe('--set', () => {
  it.each([
    ['a=1', { a: 1 }],
    ['a=true', { a: true }],
    ['a=null', { a: null }],
    ['a=text', { a: 'text' }],
    ['a="1"', { a: '1' }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a.b.c=1', { a: { b: { c: 1 } } }],
    ['a=[1,2]', { a: [1, 2] }],
    ['a[0].sku=x', { a: [{ sku: 'x' }] }],
    ['a.0.sku=x', { a: [{ sku: 'x' }] }],
    ['a[0][0]=1', { a: [[1]] }],
  ])('%s sets %j', (pair, expected) => {
    const body = {}

    setFields(body, [pair])

    expect(body).toEqual(expected)
  })

  it.each([
    '__proto__.polluted=1',
    'a.__proto__.polluted=1',
    'constructor.prototype.polluted=1',
    'a..b=1',
    '=1',
    'a',
    't.b=1',
    'n.b=1',
    'id.b=1',
    'list[2]=1',
    'list.name=1',
    'list.length=0',
    'new[1]=1',
    'list[x]=1',
    'list[0=1',
    '[0]=1',
  ])('%s is rejected and does not affect a prototype (T23)', (pair) => {
    const body = openBody(Buffer.from('{"t":"text","n":1.10,"id":12345678901234567890,"list":[1]}'))

    expect(() => setFields(body, [pair])).toThrow(expect.objectContaining({ code: 'usage.invalid' }))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('--print-curl', () => {
  it.each([
    ['a plain body', undefined],
    ['quotes, dollars, backticks and line ends', Buffer.from(`{"a":"it's $(touch /tmp/pwn) \`id\` \\"\n\r\\n"}`)],
    ['a body that starts with @', Buffer.from('@/etc/passwd')],
    ['bytes that are no text', Buffer.from([0, 255, 10, 37, 92, 27])],
  ])('sends the same request when run in a shell: %s (GEN-003)', async (_, body) => {
    const app = await makeApp()

    const line = triggerAsCurl(tools, input(app, body ? { body } : {}))
    await new Promise((resolve) => void spawn('sh', ['-c', line], { stdio: 'ignore' }).on('close', resolve))

    expect(line).not.toContain(SECRET)
    expect(app.seen).toHaveLength(1)
    expect(verdictOf(app).ok).toBe(true)
    if (body) expect(app.seen[0]?.body).toEqual(body)
  })
})

it('reports that an app not listening behind the gateway may be restarting', async () => {
  const gateway = (reason: string) =>
    makeApp((_, response) => response.writeHead(502).end(JSON.stringify({ success: false, reason })))
  const refused = async (reason: string) =>
    triggerEvent(tools, input(await gateway(reason), { isGateway: true })).catch((error: unknown) => error)

  const [away, late] = [await refused('app-unreachable'), await refused('app-timeout')]

  expect(away).toMatchObject({
    code: 'net.unreachable',
    suggestions: ['If the app is restarting, try again in a moment.', expect.stringContaining('--failed')],
  })
  expect(late).toMatchObject({ code: 'net.unreachable', suggestions: [expect.stringContaining('--failed')] })
})

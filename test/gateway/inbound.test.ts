import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { deliveryEvents } from '../../src/dev/deliveries/delivery-events.ts'
import type { DevEvent } from '../../src/dev/events/dev-event.ts'
import { createStoreNames } from '../../src/dev/events/store-names.ts'
import { receiveDelivery, type InboundTools } from '../../src/gateway/inbound.ts'
import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { deliveriesOfEvent, listDeliveries } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { createJournalWriter } from '../../src/journal/writer.ts'
import { statePaths } from '../../src/project/paths.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { style } from '../../src/terminal/style.ts'
import { devEventLine } from '../../src/views/dev/dev-events.ts'
import { makeApp } from '../support/app.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'
import { deliver, eventText, makeGateway, rawExchange, signed } from './support.ts'

describe('a delivery', () => {
  it('is forwarded byte for byte with its headers, and returns the response of the app (HOOK-001 HOOK-002 HOOK-012)', async () => {
    const app = await makeApp((_, response) => void response.writeHead(202, { 'X-App': 'mine' }).end('noted'))
    const gateway = await makeGateway(app.port)
    const body = `{ "storeId":1001,\r\n  "eventId" : "e-1", "regionId":7,"n":1.50 , "t":"ş" }\n`

    const answer = await deliver(gateway.url, body, signed(body))

    expect(answer).toEqual({ status: 202, text: 'noted' })
    expect(app.seen).toHaveLength(1)
    expect(app.seen[0]?.method).toBe('POST')
    expect(app.seen[0]?.body.toString()).toBe(body)
    expect(app.seen[0]?.headers).toMatchObject({
      'x-service-topic': 'order.created',
      'x-service-store': '1001',
      'content-type': 'application/json',
    })
    expect(app.seen[0]?.rawHeaders).toContain('X-Service-Hmac-Sha256')
  })

  it('keeps the order of arrival in the journal, whatever timestamps 100 deliveries have (P6)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const ages = Array.from({ length: 100 }, (_, at) => (at * 37) % 100)

    for (const age of ages) await deliver(gateway.url, eventText(`e-${age}`), signed(eventText(`e-${age}`), { age }))

    const listed = listDeliveries(gateway.journal, { limit: 200 }).toReversed()
    expect(listed.map(({ eventId }) => eventId)).toEqual(ages.map((age) => `e-${age}`))
    const times = listed.map(({ timestamp }) => timestamp)
    expect(times).not.toEqual(times.toSorted((one, other) => one - other))
  })

  it('is reported before the app receives it, unless it is rejected', async () => {
    const order: string[] = []
    const app = await makeApp((_, response) => {
      order.push('app')
      response.end()
    })
    const gateway = await makeGateway(app.port, {
      onForward: ({ id, eventId, topic, storeId, regionId }) => {
        order.push([id, eventId, topic, storeId, regionId].join(' '))
      },
    })
    const body = eventText('e-1')

    await deliver(gateway.url, body, { ...signed(body), 'x-service-hmac-sha256': 'x' })
    await deliver(gateway.url, body, signed(body))

    expect(order).toEqual(['1 e-1 order.created 1001 7', 'app'])
  })

  it('creates no file, whatever eventId, topic and store it has (T24)', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-journal-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const journal = openJournal({ path: join(dir, 'state', 'journal.db'), appKey: 'app.acme.loyalty' })
    const app = await makeApp()
    const gateway = await makeGateway(app.port, { journal })
    const ids = ['../../x', '/etc/passwd', 'CON', 'x'.repeat(300), '..\\y', 'a\u0000b']

    for (const id of ids) {
      const body = eventText(id)
      expect((await deliver(gateway.url, body, signed(body, { topic: '../topic' }))).status).toBe(200)
    }

    expect(listDeliveries(journal).map(({ eventId }) => eventId)).toEqual(expect.arrayContaining(ids))
    expect(readdirSync(dir)).toEqual(['state'])
    for (const name of readdirSync(join(dir, 'state'))) expect(name).toMatch(/^journal\.db(-wal|-shm)?$/)
  })

  it('is journaled with its ids and its attempt, and without secrets (EVT-008 EVT-009 EVT-010)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1', { storeId: 1001, regionId: '9007199254740993' })

    await deliver(gateway.url, body, {
      ...signed(body),
      Authorization: 'Bearer svcapp_1001_7_canary',
      Cookie: 'a=canary',
    })

    const [row] = listDeliveries(gateway.journal)
    expect(row).toMatchObject({ eventId: 'e-1', storeId: '1001', regionId: '9007199254740993', topic: 'order.created' })
    await expect
      .poll(() => attemptsOfDelivery(gateway.journal, row?.id ?? 0))
      .toMatchObject([{ status: 200, error: null, ms: gateway.outcomes[0]?.appMs }])
    expect(JSON.stringify(row?.headers)).not.toContain('canary')
    // These headers and the body are enough to verify the delivery again.
    expect(row?.headers['x-service-hmac-sha256']).toBe(row?.signature)
  })

  it.each([
    ['1002', 'other-store'],
    ['9007199254740993', 'other-store'],
    ['1001', null],
    ['"1001"', null],
    ['null', null],
  ])(
    'with store %s in the body and store 1001 in the header is forwarded with note %s (HOOK-007)',
    async (storeId, note) => {
      const app = await makeApp()
      const gateway = await makeGateway(app.port)
      const told: DevEvent[] = []
      const tell = deliveryEvents((event) => told.push(event), {
        journal: gateway.journal,
        target: 'emulator',
        isVariable: false,
        now: () => new Date(),
        names: createStoreNames(
          { paths: statePaths({ env: {}, dataDir: '/nowhere' }), now: () => new Date() },
          'app.a.b',
        ),
      })
      const body = `{"eventId":"e-1","storeId":${storeId}}`

      const { status } = await deliver(gateway.url, body, signed(body))
      for (const outcome of gateway.outcomes) tell(outcome)

      expect([status, app.seen.length, listDeliveries(gateway.journal)[0]?.note]).toEqual([200, 1, note])
      expect(told).toMatchObject([{ event: 'delivery', bodyStoreId: note === null ? null : storeId }])
      const line = told.map((event) => devEventLine(event, { style: style(false) })).join()
      expect(line.includes(`another store in the body: ${storeId}`)).toBe(note !== null)
    },
  )

  it.each<[string, number, string, (body: string) => Record<string, string>]>([
    [
      'T11 HOOK-011 signed with another secret',
      401,
      'signature-mismatch',
      (b) => signed(b, { secret: '00'.repeat(32) }),
    ],
    ['T11 HOOK-013 changed after it was signed', 401, 'signature-mismatch', (b) => signed(` ${b}`)],
    ['T11 HOOK-010 signed with CRLF', 401, 'signature-mismatch', (b) => signed(b, { topic: 'order.created\r' })],
    ['HOOK-015 T12 older than five minutes', 401, 'too-old', (b) => signed(b, { age: 302 })],
    ['HOOK-015 from the future', 401, 'too-new', (b) => signed(b, { age: -302 })],
    ['HOOK-003 without a signature', 401, 'header-missing', (b) => ({ ...signed(b), 'X-Service-Hmac-Sha256': '' })],
    ['HOOK-014 with 63 digits', 401, 'signature-malformed', (b) => cut(signed(b), 63)],
    ['HOOK-014 with 65 digits', 401, 'signature-malformed', (b) => cut(signed(b), 65)],
    ['HOOK-004 with an uppercase signature', 401, 'signature-malformed', (b) => upper(signed(b))],
    ['HOOK-007 with a store code', 400, 'store-malformed', (b) => signed(b, { storeId: 'demo' })],
    [
      'HOOK-008 with a timestamp that is not a number',
      400,
      'timestamp-malformed',
      (b) => ({ ...signed(b), 'X-Service-Timestamp': '12x' }),
    ],
    ['HOOK-008 with milliseconds as timestamp', 401, 'too-new', (b) => signed(b, { age: -1_790_000_000 * 1000 })],
  ])('%s is refused with %i %s: the app and the journal see nothing', async (_, ...[status, reason, headers]) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')

    const answer = await deliver(gateway.url, body, headers(body))

    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({ success: false, reason })
    expect(app.seen).toHaveLength(0)
    expect(listDeliveries(gateway.journal)).toHaveLength(0)
    expect([...gateway.refusals.values()]).toEqual([1])
  })

  it('with two signature headers is rejected, even if the first is valid (R10)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')
    const lines = Object.entries(signed(body)).map(([name, value]) => `${name}: ${value}`)
    const twice = [...lines, `x-service-hmac-sha256: ${'a'.repeat(64)}`]

    const answer = await rawExchange(
      gateway.port,
      `POST /webhooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n${twice.join('\r\n')}\r\n\r\n${body}`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('header-repeated')
    expect(app.seen).toHaveLength(0)
  })

  it.each<[number, boolean]>([
    [-301, false],
    [-300, true],
    [-299, true],
    [0, true],
    [299, true],
    [300, true],
    [301, false],
  ])('P5 HOOK-015 HOOK-016 %i s away is accepted: %s', async (age, isAccepted) => {
    const app = await makeApp()
    const now = new Date('2026-11-21T12:00:00.000Z')
    const gateway = await makeGateway(app.port, { now: () => now })
    const body = eventText('e-1')

    const { status } = await deliver(gateway.url, body, signed(body, { age, now }))

    expect(status).toBe(isAccepted ? 200 : 401)
    expect(app.seen).toHaveLength(isAccepted ? 1 : 0)
  })

  it('has its age measured at receipt, however slowly the body arrives (P5)', async () => {
    const app = await makeApp()
    const clock = { now: new Date('2026-11-21T12:00:00.000Z') }
    const gateway = await makeGateway(app.port, { now: () => clock.now })
    const body = eventText('e-1')
    const headers = Object.entries(signed(body, { age: 299, now: clock.now })).map(
      ([name, value]) => `${name}: ${value}`,
    )
    const { connect } = await import('node:net')
    const socket = connect({ host: '127.0.0.1', port: gateway.port })
    const response = async () => String(((await once(socket, 'data')) as [Buffer])[0])
    // The gateway has the headers once it asks for the body.
    const head = `POST /webhooks HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${body.length}`
    socket.write(`${head}\r\n${headers.join('\r\n')}\r\n\r\n`)

    expect(await response()).toMatch(/^HTTP\/1\.1 100 /)
    clock.now = new Date(clock.now.getTime() + 10_000)
    socket.write(body)

    expect(await response()).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
    expect(app.seen).toHaveLength(1)
  })

  it.each([
    [{ body: 'not json at all' }],
    [{ body: '[1,2]' }],
    [{ body: '['.repeat(100_000) }],
    [{ body: '{"__proto__":{"polluted":true},"eventId":"e-1"}' }],
    [{ body: '{"eventId":{"a":1}}' }],
  ])('with a valid signature is forwarded, whatever the body (%#) (HOOK-012 EVT-025)', async ({ body }) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)

    const { status } = await deliver(gateway.url, body, signed(body))

    expect(status).toBe(200)
    expect(app.seen[0]?.body.toString()).toBe(body)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('a repeated delivery', () => {
  it('responds with 2xx to an identical request, and the app receives it once (T12 HOOK-018)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')
    const headers = signed(body)

    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(gateway.url, body, headers)))
    const late = await deliver(gateway.url, body, headers)

    expect(new Set([...answers, late].map(({ status }) => status))).toEqual(new Set([200]))
    expect(app.seen).toHaveLength(1)
  })

  it('responds with 2xx to copies that arrive during the response of the app, and the app receives one (P4 T12)', async () => {
    const body = eventText('e-1')
    const headers = signed(body)
    const copies: Promise<{ status: number }>[] = []
    const key = signingKey('5e'.repeat(32))
    const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
    onTestFinished(journal.close)
    let took = 0
    const tools: InboundTools = {
      key: () => key,
      journal: createJournalWriter(journal),
      now: () => new Date(),
      underway: new Map(),
      forward: async () => {
        took++
        await new Promise((resolve) => setTimeout(resolve, 5))
        // In this turn of the event loop the answer is here, and so are the copies.
        copies.push(...Array.from({ length: 40 }, () => receive()))
        return { ok: true, answer: { status: 200, headers: [], body: new Uint8Array() }, ms: 5 }
      },
    }
    const receive = async () => {
      const delivery = {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]])),
        body: Buffer.from(body),
        target: '/webhooks',
        rawHeaders: [],
        receivedAt: new Date(),
      }
      return (await receiveDelivery(tools, delivery)).answer
    }

    const first = await receive()
    const rest = await Promise.all(copies)

    expect([first, ...rest].map(({ status }) => status)).toEqual(Array.from({ length: 41 }, () => 200))
    expect(took).toBe(1)
  })

  it('forwards waiting copies one at a time after the app rejects the first (P4)', async () => {
    let atOnce = 0
    let most = 0
    let answered = 0
    const app = await makeApp((_, response) => {
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce--
        response.writeHead(answered++ === 0 ? 500 : 200).end()
      }, 30)
    })
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')
    const headers = signed(body)

    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(gateway.url, body, headers)))

    expect(answers.filter(({ status }) => status === 500)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect([most, app.seen.length]).toEqual([1, 2])
  })

  it('is rejected if it is too old (T12)', async () => {
    const app = await makeApp()
    const clock = { now: new Date('2026-11-21T12:00:00.000Z') }
    const gateway = await makeGateway(app.port, { now: () => clock.now })
    const body = eventText('e-1')
    const headers = signed(body, { now: clock.now })
    await deliver(gateway.url, body, headers)

    clock.now = new Date(clock.now.getTime() + 301_000)
    const { status } = await deliver(gateway.url, body, headers)

    expect(status).toBe(401)
    expect(app.seen).toHaveLength(1)
  })

  it('forwards and marks a re-signed copy, so that the app can show idempotent handling (P4)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')
    await deliver(gateway.url, body, signed(body, { age: 5 }))

    const { status } = await deliver(gateway.url, body, signed(body, { age: 1 }))

    expect(status).toBe(200)
    expect(app.seen).toHaveLength(2)
    expect(gateway.outcomes.map(({ mark }) => mark)).toEqual(['first', 'duplicate'])
  })

  it('reaches the app once with dedupe, out of a hundred simultaneous re-signed copies (P4)', async () => {
    const app = await makeApp((_, response) => void setTimeout(() => response.writeHead(204).end(), 50))
    const gateway = await makeGateway(app.port, { dedupe: true })
    const body = eventText('e-1')

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, age) => deliver(gateway.url, body, signed(body, { age }))),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(app.seen).toHaveLength(1)
  })

  it('is forwarded again if the app failed the first time, even as an identical request (EVT-012)', async () => {
    let status = 500
    const app = await makeApp((_, response) => void response.writeHead(status).end())
    const gateway = await makeGateway(app.port, { dedupe: true })
    const body = eventText('e-1')
    const headers = signed(body)

    const failed = await deliver(gateway.url, body, headers)
    status = 200
    const taken = await deliver(gateway.url, body, headers)

    expect([failed.status, taken.status]).toEqual([500, 200])
    expect(app.seen).toHaveLength(2)
  })

  it('with other bytes under the same eventId is stored as a conflict and not forwarded (P4)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const [one, other] = [eventText('e-1'), eventText('e-1', { data: { amount: 1 } })]
    await deliver(gateway.url, one, signed(one))

    const { status, text } = await deliver(gateway.url, other, signed(other))

    expect([status, JSON.parse(text)]).toEqual([409, { success: false, reason: 'event-conflict' }])
    expect(app.seen).toHaveLength(1)
    expect(deliveriesOfEvent(gateway.journal, 'e-1').map(({ mark }) => mark)).toEqual(['first', 'conflict'])
  })
})

describe('when the app or the journal fails', () => {
  it('responds with 502 while the app is down and stores the delivery, which a retry delivers (P8)', async () => {
    const first = await makeApp()
    const gateway = await makeGateway(first.port)
    await first.close()
    const body = eventText('e-1')

    const down = await deliver(gateway.url, body, signed(body, { age: 10 }))
    const again = await makeApp(undefined, first.port)
    const up = await deliver(gateway.url, body, signed(body))

    expect([down.status, JSON.parse(down.text).reason, up.status]).toEqual([502, 'app-unreachable', 200])
    expect(again.seen).toHaveLength(1)
    expect(listDeliveries(gateway.journal)).toHaveLength(2)
  })

  it.each([
    [20, 200],
    [4000, 504],
  ])('an app that needs %i ms with a limit of 300 ms produces status %i (P7)', async (ms, status) => {
    const app = await makeApp((_, response) => void setTimeout(() => response.end(), ms).unref())
    const gateway = await makeGateway(app.port, { limits: { forwardMs: 300 } })
    const body = eventText('e-1')
    const startedAt = performance.now()

    const answer = await deliver(gateway.url, body, signed(body))

    expect(answer.status).toBe(status)
    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(3500))
    const [row] = listDeliveries(gateway.journal)
    await expect
      .poll(() => attemptsOfDelivery(gateway.journal, row?.id ?? 0))
      .toMatchObject([status === 504 ? { status: null, error: 'app-timeout' } : { status: 200, error: null }])
  })

  it('reports a delivery after the app responds, and marks it if the sender disconnected', async () => {
    const app = await makeApp((_, response) => void setTimeout(() => response.end(), 300))
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')

    const given = fetch(`${gateway.url}/webhooks`, {
      method: 'POST',
      headers: signed(body),
      body,
      signal: AbortSignal.timeout(100),
    })

    await expect(given).rejects.toThrow()
    await expect
      .poll(() => gateway.outcomes)
      .toMatchObject([{ verdict: { kind: 'forwarded' }, answer: { status: 200 }, isUnheard: true }])
    await expect.poll(() => listDeliveries(gateway.journal)).toMatchObject([{ state: 'delivered', note: 'too-late' }])
  })

  it('responds with 502 if the app disconnects, and never with 2xx', async () => {
    const app = await makeApp((_, response) => void response.destroy())
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')

    const { status, text } = await deliver(gateway.url, body, signed(body))

    expect([status, JSON.parse(text).reason]).toEqual([502, 'app-disconnected'])
  })

  it('counts an app that crashes on a keep-alive connection as disconnected, not as down', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (asked++ === 0) return response.end()
        server.close()
        server.closeAllConnections()
        return undefined
      })
    })
    let asked = 0
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const gateway = await makeGateway((server.address() as AddressInfo).port)
    const send = (id: string) => deliver(gateway.url, eventText(id), signed(eventText(id)))

    const answers = [await send('e-1'), await send('e-2'), await send('e-3')]

    const reasons = answers.map(({ status, text }) => [status, text === '' ? null : JSON.parse(text).reason])
    expect(reasons).toEqual([
      [200, null],
      [502, 'app-disconnected'],
      [502, 'app-unreachable'],
    ])
  })

  it('responds with 503 while the journal cannot write, forwards nothing and recovers without a restart (P11)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const { db } = gateway.journal
    const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
    db.exec(`PRAGMA max_page_count = ${pages}`)
    const body = eventText('e-1', { data: { text: 'x'.repeat(50_000) } })

    const full = await deliver(gateway.url, body, signed(body))
    const seenWhileFull = app.seen.length
    db.exec('PRAGMA max_page_count = 100000')
    const roomy = await deliver(gateway.url, body, signed(body))

    expect([full.status, JSON.parse(full.text).reason, seenWhileFull]).toEqual([503, 'journal-unavailable', 0])
    expect(roomy.status).toBe(200)
    expect(app.seen).toHaveLength(1)
  })

  it('accepts nothing while the signing secret is unknown', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port, { key: () => null })
    const body = eventText('e-1')

    const { status } = await deliver(gateway.url, body, signed(body))

    expect([status, app.seen.length]).toEqual([503, 0])
  })

  it('does not follow a redirect from the app (T34)', async () => {
    const app = await makeApp(
      (_, response) => void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    )
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')

    const { status } = await deliver(gateway.url, body, signed(body))

    expect([status, app.seen.length]).toEqual([302, 1])
  })
})

function cut(headers: Record<string, string>, length: number): Record<string, string> {
  return { ...headers, 'X-Service-Hmac-Sha256': `${headers['X-Service-Hmac-Sha256']}0`.slice(0, length) }
}

function upper(headers: Record<string, string>): Record<string, string> {
  const signature = (headers['X-Service-Hmac-Sha256'] ?? '').toUpperCase()
  // A signature without a letter would be the same in capitals.
  return { ...headers, 'X-Service-Hmac-Sha256': /[A-F]/.test(signature) ? signature : 'A'.repeat(64) }
}

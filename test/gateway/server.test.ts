import { once } from 'node:events'
import { connect, createServer as createNetServer, type AddressInfo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { listDeliveries } from '../../src/journal/deliveries.ts'
import { makeApp } from '../support/app.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'
import { deliver, eventText, makeGateway, rawExchange, signed } from './support.ts'

describe('limits', () => {
  it.each([
    ['a declared length', true],
    ['no declared length', false],
  ])('reject five megabytes with %s immediately with 413 and store nothing (T14)', async (_, isDeclared) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const body = new Uint8Array(5_000_000)
    const startedAt = performance.now()

    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(body)
        controller.close()
      },
    })
    const response = await fetch(`${gateway.url}/webhooks`, {
      method: 'POST',
      headers: signed('x'),
      body: isDeclared ? body : stream,
      ...(!isDeclared && { duplex: 'half' as const }),
    })

    expect(response.status).toBe(413)
    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(1000))
    expect([app.seen.length, listDeliveries(gateway.journal).length]).toEqual([0, 0])
    expect(gateway.refusals.get('too-large')).toBe(1)
  })

  it('accept one mebibyte and reject one more byte (T14)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const bodies = [Buffer.alloc(1024 * 1024, 'a'), Buffer.alloc(1024 * 1024 + 1, 'a')]

    const answers = []
    for (const body of bodies) answers.push((await deliver(gateway.url, body, signed(body))).status)

    expect(answers).toEqual([200, 413])
    expect(app.seen.map(({ body }) => body.length)).toEqual([1024 * 1024])
  })

  it('end requests whose headers or body never arrive (T14)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port, { limits: { headersMs: 300, bodyMs: 300 } })

    const [slowHeaders, slowBody] = await Promise.all([
      rawExchange(gateway.port, 'POST /webhooks HTTP/1.1\r\nHost: x\r\nX-A: '),
      rawExchange(gateway.port, 'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'),
    ])

    expect(slowHeaders).toMatch(/^HTTP\/1\.1 408 /)
    expect(slowBody).toMatch(/^HTTP\/1\.1 408 /)
    expect(app.seen).toHaveLength(0)
  })

  it('reject a delivery if too many are in flight, and accept deliveries again afterwards (T14)', async () => {
    const waiting: (() => void)[] = []
    const app = await makeApp((_, response) => void waiting.push(() => response.end()))
    const gateway = await makeGateway(app.port, { limits: { inFlight: 2, waiting: 1 } })
    const sendOne = (id: string) => deliver(gateway.url, eventText(id), signed(eventText(id)))

    const held = [sendOne('e-1'), sendOne('e-2'), sendOne('e-3')]
    await expect.poll(() => listDeliveries(gateway.journal).length).toBe(3)
    const refused = await sendOne('e-4')
    const opening = setInterval(() => waiting.splice(0).forEach((open) => open()), 5)
    onTestFinished(() => clearInterval(opening))
    const taken = await Promise.all(held)
    const later = await sendOne('e-5')

    expect(refused.status).toBe(503)
    expect([...taken, later].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(listDeliveries(gateway.journal)).toHaveLength(4)
  })

  it.each([70, 400])('serve a genuine delivery despite %i senders of one byte a second (T14)', async (senders) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    await openSlowSenders(gateway.port, senders)
    const body = eventText('e-1')
    const startedAt = performance.now()

    const { status } = await deliver(gateway.url, body, signed(body))

    expect(status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(1000))
  })

  it.each([
    ['simultaneous bodies', { bodies: 20 }],
    ['held bytes', { heldBytes: 20 * 60_000 }],
  ])('above the limit of %s reject the slowest senders and accept a genuine delivery (T14)', async (_, limits) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port, { limits })
    await openSlowSenders(gateway.port, 40, 'x'.repeat(60_000))
    const body = eventText('e-1')

    const { status } = await deliver(gateway.url, body, signed(body))

    expect(status).toBe(200)
    await expect.poll(() => gateway.refusals.get('too-slow')).toBeGreaterThanOrEqual(20)
    expect(gateway.refusals.get('too-slow')).toBeLessThan(30)
  })

  it('give no slot to forged deliveries whose responses are never read (T14)', async () => {
    const app = await makeApp((request, response) => void (request.target === '/slow' || response.end()))
    const gateway = await makeGateway(app.port, { limits: { inFlight: 2, waiting: 2 } })
    const socket = connect({ host: '127.0.0.1', port: gateway.port })
    onTestFinished(() => void socket.destroy())
    const forged = 'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
    socket.write(`GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${forged.repeat(10)}`)
    await expect.poll(() => gateway.refusals.get('header-missing')).toBe(10)
    const body = eventText('e-1')

    const { status } = await deliver(gateway.url, body, signed(body))

    expect(status).toBe(200)
  })

  it('hold during a flood of forged deliveries, storing none and accepting a genuine one (T14)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const forgeries = isLong ? 10_000 : 1000
    const forged = { ...signed('x'), 'X-Service-Hmac-Sha256': 'a'.repeat(64) }
    let left = forgeries
    const flood = Array.from({ length: 50 }, async () => {
      while (left-- > 0) await deliver(gateway.url, eventText(`forged-${left}`), forged)
    })

    const good = await deliver(gateway.url, eventText('good'), signed(eventText('good')))
    const leftThen = left
    await Promise.all(flood)
    recordFigures({ forgeries, stored: listDeliveries(gateway.journal).length - 1 })

    expect(good.status).toBe(200)
    expect(leftThen).toBeGreaterThan(0)
    expect(listDeliveries(gateway.journal).map(({ eventId }) => eventId)).toEqual(['good'])
    expect(app.seen).toHaveLength(1)
    expect(gateway.refusals.get('signature-mismatch')).toBe(forgeries)
  })
})

describe('requests that are not deliveries', () => {
  it.each([
    ['GET /webhooks HTTP/1.1\r\nHost: x', 405],
    ['POST http://evil.example/webhooks HTTP/1.1\r\nHost: x', 400],
    ['GET http://127.0.0.1/ HTTP/1.1\r\nHost: x', 400],
    ['OPTIONS * HTTP/1.1\r\nHost: x', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b', 400],
    ['GET / HTTP/1.1', 400],
    ['GET /\u00ff HTTP/1.1\r\nHost: x', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nX-A: \u0000', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}`, 431],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked', 400],
  ])('%j receives %i and never reaches the app (T15)', async (head, status) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)

    const answer = await rawExchange(gateway.port, Buffer.from(`${head}\r\nConnection: close\r\n\r\n`, 'latin1'))

    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(app.seen).toHaveLength(0)
  })

  it('responds at both addresses of localhost, and at neither after it closes', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const body = eventText('e-1')
    const urls = ['127.0.0.1', '[::1]', 'localhost'].map((host) => `http://${host}:${gateway.port}`)

    const open = await Promise.all(urls.map((url) => deliver(url, body, signed(body))))
    await gateway.close()
    const closed = await Promise.allSettled(urls.map((url) => deliver(url, body, signed(body))))

    expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(closed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('binds neither address of localhost if another program uses one of them', async () => {
    const app = await makeApp()
    const other = createNetServer().listen(0, '::1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo

    await expect(makeGateway(app.port, { port })).rejects.toMatchObject({
      code: 'gateway.port-taken',
      message: expect.stringContaining(`Port ${port} on ::1`) as string,
    })
    const own = createNetServer().listen(port, '127.0.0.1')
    onTestFinished(() => void own.close())
    await once(own, 'listening')
    expect((own.address() as AddressInfo).port).toBe(port)
  })

  it.each([
    '[',
    '%',
    'a b',
    '::1',
    'h:99999',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0',
    'localhost:8080@evil',
    '①27.0.0.1',
  ])('Host %s does not stop the process (T15)', async (host) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)

    await rawExchange(gateway.port, Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))
    const body = eventText('e-1')
    const after = await deliver(gateway.url, body, signed(body))

    expect(after.status).toBe(200)
  })

  it.each([
    '/__inspector',
    '/__inspector/api',
    '/_emu/v1/status',
    '/emulator',
    '/@fs/etc/passwd',
    '/%40fs/etc/passwd',
    '/%2540fs/etc/passwd',
    '//@fs/etc/passwd',
    '/a/../@FS/etc/passwd',
    '/@fs\\etc\\passwd',
    '/Webhooks',
    '/webhooks/',
    '//webhooks',
    '/./webhooks',
    '/%77ebhooks',
    '/x/../webhooks?a=b',
    '//evil.example/webhooks',
    '/\\evil.example/webhooks',
    '///@fs/@fs/etc/passwd',
    '/webhooks;a=b',
    '/x/..;/webhooks',
  ])('%s returns not found for a request and an upgrade, and never reaches the app (T13 T11)', async (path) => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)

    const [plain, upgraded] = await Promise.all([
      rawExchange(gateway.port, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`),
      rawExchange(gateway.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
    ])

    expect([plain.slice(0, 12), upgraded.slice(0, 12)]).toEqual(['HTTP/1.1 404', 'HTTP/1.1 404'])
    expect(app.seen).toHaveLength(0)
  })

  it('a delivery disguised as an upgrade does not bypass the verification (T11)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)

    const answer = await rawExchange(
      gateway.port,
      'POST /webhooks HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}',
    )

    expect(answer.slice(0, 12)).toBe('HTTP/1.1 400')
    expect(app.seen).toHaveLength(0)
  })

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])(
    'a request hidden in the body of a %s with Content-Length in its Connection header is not forwarded (T11)',
    async (method) => {
      const app = await makeApp()
      const gateway = await makeGateway(app.port)
      const hidden = 'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
      const head = `${method} /page HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Content-Length\r\n`

      await rawExchange(gateway.port, `${head}Content-Length: ${hidden.length}\r\n\r\n${hidden}`, { quietMs: 200 })

      expect(app.seen.map(({ target, body }) => [target, body.toString()])).toEqual([['/page', hidden]])
    },
  )

  it('a request hidden behind an upgrade that the app rejected is not forwarded (T11)', async () => {
    const app = await makeApp()
    const gateway = await makeGateway(app.port)
    const hidden = 'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'

    await rawExchange(
      gateway.port,
      `GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${hidden}`,
      { quietMs: 500 },
    )

    expect(app.seen.map(({ target }) => target)).toEqual(['/socket'])
  })
})

describe('the listener', () => {
  it('reports a port in use with its holder, and uses no other port (P9)', async () => {
    const squatter = createNetServer()
    await new Promise<void>((resolve) => void squatter.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void squatter.close())
    const address = squatter.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const starting = makeGateway(1, { port, holder: () => 'node (pid 4711)' })

    await expect(starting).rejects.toMatchObject({
      code: 'gateway.port-taken',
      message: expect.stringContaining(
        `Port ${port} on 127.0.0.1, needed for the gateway, is in use by node (pid 4711)`,
      ),
      oclif: { exit: 8 },
    })
  })

  it('listens on the loopback address only, and frees its port when it closes (T9)', async () => {
    const app = await makeApp()
    const first = await makeGateway(app.port)
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)

    await first.close()
    const second = await makeGateway(app.port, { port: first.port })

    expect(second.port).toBe(first.port)
  })
})

/** Connections that have begun a body of 100 kB and continue with a byte a second. They end with the test. */
async function openSlowSenders(port: number, count: number, begun = 'x'): Promise<void> {
  const head = 'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'
  const sockets = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port }))
  for (const socket of sockets) {
    socket.on('error', () => {})
    socket.resume()
    socket.write(head + begun)
  }
  const dripping = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1000)
  onTestFinished(() => {
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
}

it('keeps the gateway and its process running if an event listener fails', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const told: string[] = []
  const app = await makeApp()
  const gateway = await makeGateway(app.port, {
    onDelivery: ({ verdict }) => {
      told.push(verdict.kind)
      throw new Error('the journal cannot be read')
    },
  })

  for (const id of ['e-1', 'e-2']) {
    expect((await deliver(gateway.url, eventText(id), signed(eventText(id)))).status).toBe(200)
  }
  await deliver(gateway.url, Buffer.alloc(2_000_000), signed('x'))

  await expect.poll(() => told).toEqual(['forwarded', 'forwarded', 'rejected'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})

it('responds with 500 to a delivery that fails inside the gateway, reports it and forwards the next copy', async () => {
  const app = await makeApp()
  const failures: string[] = []
  let isBroken = true
  const gateway = await makeGateway(app.port, {
    forward: async () => {
      if (isBroken) throw new Error('No more sockets.')
      return { ok: true, answer: { status: 204, headers: [], body: new Uint8Array() }, ms: 1 }
    },
    onFailure: (why) => failures.push(why),
  })
  const body = eventText('evt_1')
  const headers = signed(body)

  const first = await deliver(gateway.url, body, headers)
  isBroken = false
  const second = await deliver(gateway.url, body, headers)

  expect([first.status, JSON.parse(first.text)]).toEqual([500, { success: false, reason: 'gateway-failed' }])
  expect(failures).toEqual(['No more sockets.'])
  expect(second.status).toBe(204)
})

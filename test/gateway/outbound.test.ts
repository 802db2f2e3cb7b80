import { describe, expect, it, onTestFinished } from 'vitest'

import { endpoints } from '../../src/catalog/catalog.ts'
import { messages } from '../../src/catalog/errors.ts'
import { loggedPath, pinOf } from '../../src/gateway/calls/call-facts.ts'
import type { TokenUse } from '../../src/gateway/calls/call-writer.ts'
import { startOutbound, type OutboundOptions } from '../../src/gateway/outbound.ts'
import { listCalls, type Call } from '../../src/journal/calls/calls.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { makeApp, type Answer } from '../support/app.ts'
import { rawExchange } from './support.ts'

const exchangeBody = JSON.stringify({ clientId: 'cli_x', clientSecret: 'cs_canary', code: 'd'.repeat(64) })

const TOKEN = `svcapp_1001_all_${'c'.repeat(40)}`

async function makeOutbound(platform: Answer, overrides: Partial<OutboundOptions> = {}) {
  const server = await makeApp(platform)
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  const calls: Call[] = []
  const exchanges: string[] = []
  const outbound = await startOutbound({
    port: 0,
    baseUrl: new URL(`http://127.0.0.1:${server.port}`),
    journal,
    now: () => new Date('2026-11-21T12:00:00.000Z'),
    clock: () => performance.now(),
    onCall: (call) => calls.push(call),
    onExchange: async (answer) => void exchanges.push(Buffer.from(answer).toString()),
    clientId: () => 'cli_x',
    endpoints,
    ...overrides,
  })
  onTestFinished(async () => {
    await outbound.close()
    journal.close()
  })
  return { server, journal, calls, exchanges, outbound }
}

describe('the outbound side', () => {
  it('closes the connection of an exchange that is too large to read', async () => {
    const { outbound, server } = await makeOutbound((_, response) => void response.end('{}'))
    const head = `POST /api/apps/oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${outbound.port}\r\nContent-Length: 300000\r\n\r\n`

    const answer = await rawExchange(outbound.port, head + 'x'.repeat(300_000))

    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/^Connection: close\r$/m)
    expect(server.seen).toEqual([])
  })

  it('forwards a call unchanged and journals method, path, pin and status, but no header', async () => {
    const { server, journal, outbound, calls } = await makeOutbound(
      (_, response) => void response.writeHead(200, { 'X-Platform': 'yes' }).end('{"items":[]}'),
    )

    const response = await fetch(`${outbound.url}/api/apps/v1/orders?page=2`, {
      headers: { Authorization: `Bearer ${TOKEN}`, 'X-Region-Id': '7' },
    })

    expect([response.status, response.headers.get('x-platform'), await response.text()]).toEqual([
      200,
      'yes',
      '{"items":[]}',
    ])
    expect(server.seen[0]).toMatchObject({ method: 'GET', target: '/api/apps/v1/orders?page=2' })
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-region-id': '7',
      host: `127.0.0.1:${server.port}`,
    })
    await expect
      .poll(() => listCalls(journal))
      .toMatchObject([{ method: 'GET', path: '/api/apps/v1/orders?page=2', pin: '7', status: 200, note: null }])
    expect(JSON.stringify([journal.db.prepare('SELECT * FROM calls').all(), calls])).not.toContain('cccc')
  })

  it('rejects and journals a call that must not reach the platform, and sends an exchange and other calls (T38)', async () => {
    const { server, outbound, journal } = await makeOutbound((_, response) => void response.end('{}'), {
      refusal: (method) => (method === 'GET' ? null : 'Writing is locked.'),
    })
    const url = `${outbound.url}/api/apps/v1/orders`

    const write = await fetch(url, { method: 'POST', body: '{}' })
    const read = await fetch(url)
    const exchange = await fetch(`${outbound.url}/api/apps/oauth/token`, { method: 'POST', body: exchangeBody })

    expect([write.status, await write.json()]).toEqual([403, { success: false, message: 'Writing is locked.' }])
    expect([read.status, exchange.status]).toEqual([200, 200])
    expect(server.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /api/apps/v1/orders',
      'POST /api/apps/oauth/token',
    ])
    await outbound.close()
    expect(listCalls(journal, {}).map(({ status, note }) => [status, note])).toContainEqual([403, 'live-locked'])
  })

  it('forwards bodies unchanged', async () => {
    const { server, outbound } = await makeOutbound((_, response) => void response.end())

    await fetch(`${outbound.url}/api/apps/v1/orders/1/costs`, { method: 'PUT', body: '{"amount": 1.50}' })

    expect(server.seen[0]?.body.toString()).toBe('{"amount": 1.50}')
  })

  it('reports the response of a token exchange and journals none of it (GEN-003)', async () => {
    const answer = JSON.stringify({ success: true, access_token: TOKEN, store_id: 1001 })
    const { journal, outbound, exchanges, server } = await makeOutbound((_, response) => void response.end(answer))

    const response = await fetch(`${outbound.url}/api/apps/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' },
      body: exchangeBody,
    })

    expect(await response.text()).toBe(answer)
    expect(exchanges).toEqual([answer])
    expect(server.seen[0]?.headers['accept-encoding']).toBeUndefined()
    await expect
      .poll(() => listCalls(journal))
      .toMatchObject([{ path: '/api/apps/oauth/token', note: 'token-exchange' }])
    expect(JSON.stringify(journal.db.prepare('SELECT * FROM calls').all())).not.toMatch(/cs_canary|cccc|dddd/)
  })

  it('forwards an exchange response in full if it is too large to inspect', async () => {
    const answer = JSON.stringify({ success: true, access_token: TOKEN, filler: 'x'.repeat(3_000_000) })
    const { outbound, exchanges } = await makeOutbound((_, response) => void response.end(answer))

    const response = await fetch(`${outbound.url}/api/apps/oauth/token`, { method: 'POST', body: exchangeBody })

    expect((await response.text()) === answer).toBe(true)
    expect(exchanges).toEqual([])
  })

  it('rejects exchanges with a wrong or missing client id locally, so that a page cannot use up the rate limit (T14)', async () => {
    const { outbound, server, exchanges, calls, journal } = await makeOutbound((_, response) => void response.end('{}'))
    const send = (body: string) => fetch(`${outbound.url}/api/apps/oauth/token`, { method: 'POST', body })
    const foreign = JSON.stringify({ clientId: 'cli_of_a_page', clientSecret: 'cs_canary', code: 'd'.repeat(64) })

    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await send(foreign)).status))
    const others = []
    for (const body of ['', '{}', '[]', 'null', 'clientId=cli_x', '{"client_id":"cli_x"}', '{"clientId":7}']) {
      others.push([(await send(body)).status, body])
    }
    const long = await send(JSON.stringify({ clientId: 'cli_x', more: 'x'.repeat(20_000) }))

    expect(new Set(statuses)).toEqual(new Set([403]))
    expect(others.map(([status]) => status)).toEqual(others.map(() => 400))
    expect(long.status).toBe(413)
    expect([server.seen, exchanges]).toEqual([[], []])
    expect(calls).toHaveLength(48)
    expect(calls[0]).toMatchObject({ status: 403, note: 'exchange-rejected' })
    await expect.poll(() => listCalls(journal)).toHaveLength(48)
    expect(JSON.stringify(journal.db.prepare('SELECT * FROM calls').all())).not.toMatch(/canary|dddd/)

    expect((await send(exchangeBody)).status).toBe(200)
    expect([server.seen.length, exchanges]).toEqual([1, ['{}']])
  })

  it('responds to a body without the camelCase fields with the message of the platform (EXCH-005)', async () => {
    const { outbound } = await makeOutbound(() => {})

    const response = await fetch(`${outbound.url}/api/apps/oauth/token`, {
      method: 'POST',
      body: '{"client_id":"cli_x"}',
    })

    expect(await response.json()).toMatchObject({ success: false, message: messages.exchangeFieldsMissing })
  })

  it('forwards the exchange byte for byte, chunked or not', async () => {
    const { outbound, server } = await makeOutbound((_, response) => void response.end('{}'))
    const text = ` ${exchangeBody}\n`
    const body = new Blob([text]).stream()

    await fetch(`${outbound.url}/api/apps/oauth/token`, { method: 'POST', body: text })
    await fetch(`${outbound.url}/api/apps/oauth/token`, { method: 'POST', body, duplex: 'half' })

    expect(server.seen.map((seen) => seen.body.toString())).toEqual([text, text])
  })

  it('reports for each API call whether the platform accepted its token, and flags a 401', async () => {
    const uses: TokenUse[] = []
    const statuses = [200, 401, 404, 500, 401]
    const { outbound, calls } = await makeOutbound(
      (_, response) => void response.writeHead(statuses.shift() ?? 200).end('{"success":false}'),
      { onToken: (use) => uses.push(use) },
    )
    outbound.learnToken(TOKEN, { storeId: '1001', regionId: null })
    const call = async (headers: Record<string, string>) =>
      (await fetch(`${outbound.url}/api/apps/v1/context`, { headers })).text()

    for (const pin of [{}, {}, { 'X-Region-Id': '7' }, {}]) await call({ Authorization: `Bearer ${TOKEN}`, ...pin })
    await call({ Authorization: 'Bearer of-another-day' })
    await call({})

    expect(uses.map(({ scope, isAccepted, isPinned }) => [scope?.storeId, isAccepted, isPinned])).toEqual([
      ['1001', true, false],
      ['1001', false, false],
      ['1001', true, true],
      [undefined, false, false],
    ])
    await expect
      .poll(() => calls.map(({ note }) => note))
      .toEqual([null, 'token-rejected', null, null, 'token-rejected', null])
  })

  it('treats a 401 as an invalid token only if the platform reports no other reason', async () => {
    const uses: TokenUse[] = []
    const answers = [
      ['text/html; charset=utf-8', '<h1>401 Authorization Required</h1>'],
      ['application/json', '{"statusCode":401,"message":"Unauthorized"}'],
      ['application/json', JSON.stringify({ success: false, message: messages.tokenInconsistent })],
      ['application/json', '{"success":false,"message":"Invalid region."}'],
      ['application/json', '{"success":false,"message":"Invalid token."}'],
    ]
    const { outbound, calls } = await makeOutbound(
      (_, response) => {
        const [type = '', body = ''] = answers.shift() ?? []
        response.writeHead(401, { 'content-type': type }).end(body)
      },
      { onToken: (use) => uses.push(use) },
    )
    outbound.learnToken(TOKEN, { storeId: '1001', regionId: null })

    for (const pin of [{}, {}, {}, { 'X-Region-Id': '7' }, {}]) {
      const headers = { Authorization: `Bearer ${TOKEN}`, ...pin }
      await (await fetch(`${outbound.url}/api/apps/v1/context`, { headers })).text()
    }

    await expect
      .poll(() => calls.map(({ note }) => note))
      .toEqual([
        'answer-of-another',
        'answer-of-another',
        'token-inconsistent',
        'token-or-region-rejected',
        'token-rejected',
      ])
    expect(uses.map(({ isAccepted, isPinned }) => [isAccepted, isPinned])).toEqual([
      [false, true],
      [false, false],
    ])
  })

  it('does not treat the page of a proxy as a sign that the platform accepts the token', async () => {
    const uses: TokenUse[] = []
    const { outbound, calls } = await makeOutbound(
      (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>'),
      { onToken: (use) => uses.push(use) },
    )

    await (await fetch(`${outbound.url}/api/apps/v1/context`, { headers: { Authorization: `Bearer ${TOKEN}` } })).text()

    await expect.poll(() => calls).toHaveLength(1)
    expect(uses).toEqual([])
  })

  it('forwards the response to the app even if the token cannot be stored', async () => {
    const { outbound } = await makeOutbound((_, response) => void response.end('{}'), {
      onExchange: async () => {
        throw new Error('keychain locked')
      },
    })

    const response = await fetch(`${outbound.url}/api/apps/oauth/token`, { method: 'POST', body: exchangeBody })

    expect([response.status, await response.text()]).toEqual([200, '{}'])
  })

  it('does not count a rejected exchange as an install, and records a suggestion', async () => {
    const { outbound, exchanges, calls } = await makeOutbound(
      (_, response) => void response.writeHead(401).end('{"success":false}'),
      { exchangeHint: 'if the secret was rotated: …' },
    )

    const { status } = await fetch(`${outbound.url}/api/apps/oauth/token`, { method: 'POST', body: exchangeBody })

    expect([status, exchanges]).toEqual([401, []])
    await expect.poll(() => calls).toMatchObject([{ status: 401, hint: 'if the secret was rotated: …' }])
  })

  it.each([301, 302, 303, 307, 308])(
    'neither follows nor forwards a %i redirect from the platform (T32)',
    async (status) => {
      const other = await makeApp()
      const { outbound, calls } = await makeOutbound(
        (_, response) => void response.writeHead(status, { Location: `http://127.0.0.1:${other.port}/x` }).end(),
      )

      const response = await fetch(`${outbound.url}/api/apps/oauth/token`, {
        method: 'POST',
        body: exchangeBody,
      })

      expect([response.status, response.headers.get('location'), other.seen.length]).toEqual([502, null, 0])
      expect(calls).toMatchObject([{ status, note: 'redirect-rejected' }])
    },
  )

  it('flags the 400 for a missing pin', async () => {
    const { outbound, calls } = await makeOutbound(
      (_, response) => void response.writeHead(400).end('{"success":false,"message":"A region must be specified…"}'),
    )

    const unpinned = await fetch(`${outbound.url}/api/apps/v1/orders`)
    await fetch(`${outbound.url}/api/apps/v1/orders?regionId=9`)
    await unpinned.text()

    await expect
      .poll(() => calls.map(({ pin, note }) => [pin, note]))
      .toEqual([
        [null, 'pin-missing'],
        ['9', null],
      ])
  })

  it('journals hints, failed rows of a 200 and the requests of the last minute, and forwards the response unchanged (GEN-027)', async () => {
    const text =
      '{"success":true,"hint":"claim a warehouse","total":3,"failed":1,"results":[{"success":false},{"success":true}]}'
    const { outbound, calls, journal } = await makeOutbound(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    )
    const headers = { Authorization: `Bearer ${TOKEN}`, 'X-Region-Id': '7' }

    const answers = [
      await fetch(`${outbound.url}/api/apps/v1/products/bulk`, { method: 'POST', headers, body: '{}' }),
      await fetch(`${outbound.url}/api/apps/v1/products`, { headers }),
    ]

    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([text, text])
    await expect.poll(() => calls.length).toBe(2)
    expect(calls).toMatchObject([
      { note: 'partial-failure', hint: 'claim a warehouse', failedRows: 1, spent: 1 },
      { note: 'partial-failure', spent: 2 },
    ])
    await expect.poll(() => listCalls(journal).map(({ spent }) => spent)).toEqual([2, 1])
    expect(JSON.stringify([calls, listCalls(journal)])).not.toContain(TOKEN)
  })

  it('flags a pin that the platform ignores, and a store-wide call without a pin (PIN-003)', async () => {
    const { outbound, calls } = await makeOutbound((_, response) => void response.end('{}'))
    const locked = `svcapp_1001_7_${'d'.repeat(64)}`
    outbound.learnToken(locked, { storeId: '1001', regionId: '7' })
    outbound.learnToken(TOKEN, { storeId: '1001', regionId: null })
    const call = (token: string, path: string, pin?: string) =>
      fetch(`${outbound.url}/api/apps/v1${path}`, {
        headers: { Authorization: `Bearer ${token}`, ...(pin === undefined ? {} : { 'X-Region-Id': pin }) },
      }).then((answer) => answer.text())

    await call(locked, '/orders', '9')
    await call(locked, '/orders', '7')
    await call(locked, '/orders')
    await call(TOKEN, '/orders')
    await call(TOKEN, '/context')
    await call(TOKEN, '/orders', '7')
    await call('unknown-token', '/orders', '7')

    await expect
      .poll(() => calls.map(({ note }) => note))
      .toEqual(['pin-ignored', null, null, 'unpinned', null, null, null])
  })

  it('forwards a large, compressed or non-JSON response without reading it', async () => {
    const bodies = ['x'.repeat(3_000_000), '{"hint":', '[]', '"text"']
    const { outbound, calls } = await makeOutbound(
      (request, response) => void response.end(bodies[Number(request.target.at(-1))]),
    )

    for (const [at, body] of bodies.entries()) {
      expect(await (await fetch(`${outbound.url}/api/apps/v1/orders/${at}`)).text()).toBe(body)
    }

    await expect
      .poll(() => calls.map(({ hint, failedRows }) => [hint, failedRows]))
      .toEqual(bodies.map(() => [null, null]))
  })

  it('responds with 502 while the platform is down, and journals it', async () => {
    const { server, outbound, calls } = await makeOutbound(() => {})
    await server.close()

    const { status } = await fetch(`${outbound.url}/api/apps/v1/orders`)

    expect(status).toBe(502)
    expect(calls).toMatchObject([{ status: null, note: 'platform-unreachable' }])
  })

  it.each([
    ['another name', 'Host: evil.example:PORT', 403],
    ['another spelling of this machine', 'Host: 0x7f.1:PORT', 403],
    ['two names', 'Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT', 403],
    ['a tunnel', 'Host: 127.0.0.1:PORT\r\nCf-Ray: 1', 403],
    ['localhost', 'Host: localhost:PORT', 200],
  ])('under %s forwards a request only if it is for this machine (T5 T13)', async (_, host, status) => {
    const { server, outbound, calls } = await makeOutbound((_request, response) => void response.end())

    const answer = await rawExchange(
      outbound.port,
      `GET /api/apps/v1/orders HTTP/1.1\r\n${host.replaceAll('PORT', String(outbound.port))}\r\nConnection: close\r\n\r\n`,
    )

    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect([server.seen.length, calls.length]).toEqual(status === 200 ? [1, 1] : [0, 0])
  })

  it.each([
    [
      'a form of another site',
      'POST',
      ['Origin: https://evil.example', 'Sec-Fetch-Site: cross-site', 'Content-Type: text/plain'],
    ],
    [
      'a fetch without permission, by a browser that says where from',
      'POST',
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
    ],
    ['an image of another port of this machine', 'GET', ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Dest: image']],
    ['a page without an origin', 'POST', ['Origin: null']],
    ['the app itself in the browser', 'POST', ['Origin: http://127.0.0.1:3000']],
    ['two origins', 'POST', ['Origin: http://127.0.0.1:PORT', 'Origin: http://127.0.0.1:PORT']],
    [
      'the question of a browser whether it may',
      'OPTIONS',
      ['Origin: https://evil.example', 'Access-Control-Request-Method: PUT'],
    ],
  ])('rejects %s and sends nothing to the platform (T8)', async (_, method, lines) => {
    const { server, outbound, calls } = await makeOutbound((_request, response) => void response.end())
    const head = [`${method} /api/apps/v1/orders HTTP/1.1`, 'Host: 127.0.0.1:PORT', 'Connection: close', ...lines]

    const answer = await rawExchange(
      outbound.port,
      `${head.join('\r\n').replaceAll('PORT', String(outbound.port))}\r\nContent-Length: 0\r\n\r\n`,
    )

    expect(answer.slice(0, 12)).toBe('HTTP/1.1 403')
    expect(answer.toLowerCase()).not.toContain('access-control')
    expect([server.seen.length, calls.length]).toEqual([0, 0])
  })

  it('sends nothing for a target that is not a path (T33 T15)', async () => {
    const { server, outbound } = await makeOutbound((_, response) => void response.end())

    const answer = await rawExchange(
      outbound.port,
      `GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:${outbound.port}\r\nConnection: close\r\n\r\n`,
    )

    expect(answer.slice(0, 12)).toBe('HTTP/1.1 400')
    expect(server.seen).toHaveLength(0)
  })
})

describe('call log entries', () => {
  it.each([
    ['/a?page=1', '/a?page=1'],
    ['/a?access_token=secret&page=1', '/a?access_token=…&page=1'],
    ['/a?code=x&state=y', '/a?code=…&state=…'],
    [`/a/${TOKEN}`, '/a/svcapp_1001_all_…'],
    ['/a?q=cs_0123456789abcdef', '/a?q=cs_…'],
  ])('logs %s as %s (GEN-003)', (target, logged) => {
    expect(loggedPath(target)).toBe(logged)
  })

  it.each([
    [{ headers: { 'x-region-id': '7' }, url: '/a' }, '7'],
    [{ headers: {}, url: '/a?x=1&regionId=9' }, '9'],
    [{ headers: {}, url: '/a?xregionId=9' }, null],
  ])('reads the pin of %j as %s', (request, pin) => {
    expect(pinOf(request)).toBe(pin)
  })
})

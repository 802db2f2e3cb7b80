import { describe, expect, it } from 'vitest'

import { context } from '../../src/catalog/resources/context.ts'
import { orderCosts } from '../../src/catalog/resources/order-costs.ts'
import { orders } from '../../src/catalog/resources/orders.ts'
import type { ClientTools } from '../../src/client/client.ts'
import { createRawClient } from '../../src/client/raw/raw-client.ts'
import type { AppError } from '../../src/errors.ts'
import type { WireRequest, WireResponse } from '../../src/http/wire.ts'

const TOKEN = 'svcapp_1001_all_canary'

const regions = [
  { id: 1, code: 'TR', countryCode: 'TR', currency: 'TRY' },
  { id: 2, code: 'DE', countryCode: 'DE', currency: 'EUR' },
]

function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text) }
}

/** A client whose platform gives one answer; `sent` are the requests that reached it. */
function makeClient(reply: WireResponse, overrides: Partial<ClientTools> = {}) {
  const sent: WireRequest[] = []
  const budget: string[] = []
  const client = createRawClient({
    send: async (request) => {
      sent.push(request)
      return reply
    },
    baseUrl: new URL('http://127.0.0.1:4800'),
    token: TOKEN,
    install: { installScope: 'store', regionId: null, regions, scopes: ['orders.read'] },
    requestedScopes: ['orders.read', 'customers.read'],
    limiter: { acquire: async ({ key }) => void budget.push(key), close: () => {} },
    now: () => new Date('2026-11-21T12:00:00Z'),
    sleep: async () => {},
    random: () => 0,
    ...overrides,
  })
  return { client, sent, budget }
}

describe('a call', () => {
  it('sends token, pin as a header and the query to the endpoint (GEN-019 GEN-020 PIN-004 GEN-033)', async () => {
    const { client, sent } = makeClient(answer(200, { items: [], totalCount: 0, page: 2, pageSize: 20 }))

    await client.call(orders.list, { query: { page: 2, status: 'paid' }, region: 'de' })

    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      method: 'GET',
      headers: { Authorization: `Bearer ${TOKEN}`, 'X-Region-Id': '2' },
    })
    expect(sent[0]?.url.href).toBe('http://127.0.0.1:4800/api/apps/v1/orders?page=2&status=paid')
  })

  it('counts against a budget whose key is a digest, never the token', async () => {
    const { client, budget } = makeClient(answer(200))

    await client.call(context.get)

    expect(budget).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  })

  it('returns the raw bytes and the body with every digit', async () => {
    const text = '{ "id": 9007199254740993,\n "grandTotal": 10.10 }'
    const { client } = makeClient(answer(200, text))

    const result = await client.call(orders.get, { params: { id: '9007199254740993' }, region: '1' })

    expect(Buffer.from(result.bytes).toString()).toBe(text)
    expect(JSON.stringify(result.body)).toContain('9007199254740993')
  })

  it('sends a body with every digit, and a text body unchanged', async () => {
    const { client, sent } = makeClient(answer(200, { success: true, updated: false }))

    await client.call(orderCosts.put, { params: { id: '1' }, body: '{"amount":10.10}' })

    expect(sent[0]).toMatchObject({ body: '{"amount":10.10}', headers: { 'Content-Type': 'application/json' } })
  })

  it('sends nothing if the region is unknown or would be ignored', async () => {
    const { client, sent } = makeClient(answer(200))
    await expect(client.call(orders.list, { region: 'xx' })).rejects.toMatchObject({ code: 'pin.unknown' })

    const locked = makeClient(answer(200), {
      install: { installScope: 'region', regionId: 1, regions: regions.slice(0, 1), scopes: [] },
    })
    await expect(locked.client.call(orders.list, { region: 'de' })).rejects.toMatchObject({ code: 'pin.ignored' })

    expect([...sent, ...locked.sent]).toEqual([])
  })

  it('sends nothing for a raw path that leaves the API, and never sends the token elsewhere (T33)', async () => {
    const { client, sent } = makeClient(answer(200))

    for (const path of ['/orders/../../oauth/token', '//evil.example/x', 'https://evil.example', '/%2e%2e/oauth']) {
      // oxlint-disable-next-line no-loop-func -- awaited at once
      await expect(async () => client.raw({ method: 'GET', path })).rejects.toMatchObject({ code: 'api.bad-path' })
    }

    expect(sent).toEqual([])
  })

  it('finds the endpoint for a raw path, and requires its pin', async () => {
    const { client, sent } = makeClient(answer(200))

    await expect(client.raw({ method: 'get', path: '/orders/7' })).rejects.toMatchObject({ code: 'pin.missing' })
    await client.raw({ method: 'get', path: '/something/new' })

    expect(sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['GET /api/apps/v1/something/new'])
  })

  it('rejects a stored token that could break a header', () => {
    for (const token of ['', 'a\r\nX-Evil: 1', 'ä']) {
      expect(() => makeClient(answer(200), { token })).toThrow(expect.objectContaining({ code: 'api.unauthorized' }))
    }
  })

  it('retries a keyed write after 503 but sends an unkeyed write once (P21)', async () => {
    const keyed = makeClient(answer(503))
    const body = '{"externalOrderId":"x-1"}'
    await expect(keyed.client.call(orders.import, { body, region: 'tr' })).rejects.toMatchObject({ code: 'api.error' })
    const keyless = makeClient(answer(503))
    await expect(keyless.client.raw({ method: 'POST', path: '/orders', body: '{}', region: 'tr' })).rejects.toThrow()
    const unknown = makeClient(answer(503))
    await expect(unknown.client.raw({ method: 'POST', path: '/not/known' })).rejects.toMatchObject({
      code: 'api.error',
    })

    expect([keyed.sent.length, keyless.sent.length, unknown.sent.length]).toEqual([4, 1, 1])
  })
})

it('does not retry a 503 that comes from the endpoint itself (P21)', async () => {
  const { client, sent } = makeClient(answer(503))
  const notConfigured = { ...context.get, errors: [{ status: 503, when: 'Nothing is configured.' }] }

  await expect(client.call(notConfigured)).rejects.toMatchObject({ code: 'api.error', details: { status: 503 } })

  expect(sent).toHaveLength(1)
})

it('prepares exactly the request that a call would send, without sending it', async () => {
  const { client, sent } = makeClient(answer(200))
  const input = { params: { id: '7' }, body: '{"amount":10.10}', region: 'de' }

  const prepared = client.prepare(orderCosts.put, input)
  const raw = await client.prepareRaw({ method: 'put', path: '/orders/7/costs', body: input.body, region: 'de' })

  expect(sent).toEqual([])
  await client.call(orderCosts.put, input)
  expect(prepared).toEqual(sent[0])
  expect(raw).toEqual(sent[0])
  expect(() => client.prepare(orders.list, { region: 'xx' })).toThrow(expect.objectContaining({ code: 'pin.unknown' }))
})

describe('a rejection', () => {
  it.each([
    [
      401,
      { success: false, message: 'Unauthorized.' },
      'api.unauthorized',
      4,
      /an uninstall or reinstall revokes them/,
    ],
    [
      401,
      { message: "The app token's scope is inconsistent." },
      'api.unauthorized',
      4,
      /Restore the previous install scope/,
    ],
    [
      402,
      { message: 'The app subscription is not active (payment pending).' },
      'api.payment-pending',
      6,
      /plan paid`\. Do not reinstall the app\. The token stays valid/,
    ],
    [403, {}, 'api.forbidden', 5, /frozen at install/],
    [404, { message: 'Order not found.' }, 'api.error', 12, /another region, store or app/],
    [
      400,
      { message: 'A region must be specified…' },
      'api.error',
      12,
      /Choose a region with --region. Regions: TR \(id 1, TRY\)/,
    ],
    [409, { message: 'Conflict.' }, 'api.error', 12, /^$/],
    [429, {}, 'api.rate-limited', 7, /Wait a minute/],
    [502, '<html>bad gateway</html>', 'net.intercepted', 8, /Try again later/],
  ])('%i %j is %s and exits with %i', async (...[status, body, code, exit, advice]) => {
    const { client } = makeClient(answer(status, body))

    const error = await client.call(orderCosts.list, { params: { id: '1' } }).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code, oclif: { exit } })
    expect((error as { suggestions: string[] }).suggestions.join(' ')).toMatch(advice)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary')
  })

  it.each([
    [orderCosts.list, 'Try again later. If the problem continues, contact platform support.'],
    [orderCosts.put, 'The platform may have received the request. Check before you retry.'],
  ])('suggests checking the result only after a write that a gateway rejected', async (endpoint, advice) => {
    const { client } = makeClient(answer(502, '<html>bad gateway</html>'))

    const error = await client.call(endpoint, { params: { id: '1' } }).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'net.intercepted', suggestions: [advice] })
  })

  it('a 404 for the context proves a wrong base_url, except on the emulator', async () => {
    const adviceOf = async (isEmulator: boolean) => {
      const { client } = makeClient(answer(404), { isEmulator })
      const error = await client.call(context.get).catch((thrown: unknown) => thrown)
      return (error as { suggestions: string[] }).suggestions.join(' ')
    }

    expect(await adviceOf(false)).toContain('Correct base_url in [targets.live] of app.toml')
    expect(await adviceOf(true)).not.toContain('base_url')
  })

  it('shows the scope of a 403 and whether install and registration have it', async () => {
    const refusalOf = async (facts: Parameters<typeof makeClient>[1], path: string) => {
      const { client } = makeClient(answer(403), facts)
      return client.raw({ method: 'GET', path, region: 'tr' }).catch((error: unknown) => error)
    }
    const costs = '/orders/1/costs'

    expect(await refusalOf({}, costs)).toMatchObject({
      message: 'order-costs.list needs the scope orders.costs.write, which the token lacks (403).',
      suggestions: [
        'Add orders.costs.write to [scopes] in app.toml, then run `app register` and `app install`. Scopes are frozen at install.',
        'For details about this scope, run `app scopes orders.costs.write`.',
      ],
      details: { status: 403, scope: 'orders.costs.write', granted: false, requested: false },
    })
    expect(await refusalOf({ requestedScopes: ['orders.costs.write'] }, costs)).toMatchObject({
      suggestions: [expect.stringContaining('was added later'), expect.any(String)],
      details: { granted: false, requested: true },
    })
    expect(await refusalOf({ requestedScopes: null }, costs)).toMatchObject({
      suggestions: [
        'Add orders.costs.write to the registration, then reinstall the app. Scopes are frozen at install.',
        expect.any(String),
      ],
      details: { granted: false, requested: null },
    })
    expect(await refusalOf({}, '/orders')).toMatchObject({
      suggestions: [expect.stringContaining('out of date'), expect.any(String)],
      details: { scope: 'orders.read', granted: true },
    })
  })

  it('does not blame a scope that the install has, and shows the message of the platform (TOK-019)', async () => {
    const { client } = makeClient(answer(403, { success: false, message: 'This token is accepted for reads only.' }))

    await expect(client.call(orders.list, { region: 'tr' })).rejects.toMatchObject({
      code: 'api.forbidden',
      message: 'The platform rejected orders.list with this token (403, “This token is accepted for reads only”).',
      suggestions: [expect.stringMatching(/run `app install`.*older, read-only prefix/), expect.any(String)],
      details: { platformMessage: 'This token is accepted for reads only.', granted: true },
    })
  })

  it('mentions the pin for a 401 on a request that had one (PIN-010)', async () => {
    const { client } = makeClient(answer(401))

    await expect(client.call(orders.list, { region: 'tr' })).rejects.toMatchObject({
      suggestions: expect.arrayContaining([
        expect.stringContaining('region 1 is closed or belongs to another store'),
      ]) as string[],
    })
  })

  it("escapes and truncates the platform's messages (T21)", async () => {
    const { client } = makeClient(answer(404, { message: `\u001b]52;c;x\u0007${'y'.repeat(5_000)}` }))

    const error = (await client.call(context.get).catch((thrown: unknown) => thrown)) as Error

    expect(error.message).toContain('\\u001b]52')
    expect(error.message).not.toContain('\u001b')
    expect(error.message.length).toBeLessThan(700)
  })

  it.each(['null', '"plain"', '[]', '', '{"error":{"message":"deep"}}', '\u0000'])(
    'handles the error body %j (P5)',
    async (body) => {
      const { client } = makeClient(answer(500, body))

      await expect(client.call(context.get)).rejects.toMatchObject({ code: 'api.error', details: { status: 500 } })
    },
  )

  it.each([429, 500, 503])('refers to active faults for a %i on the emulator, but not elsewhere', async (status) => {
    const tells = async (isEmulator: boolean) => {
      const { client } = makeClient(answer(status), { isEmulator })
      const error: unknown = await client.call(context.get).catch((thrown: unknown) => thrown)
      return (error as AppError).suggestions.some((text) => text.includes('`app emulator fault list`'))
    }

    expect([await tells(true), await tells(false)]).toEqual([true, false])
  })

  it('shows how long to wait after a 429 with Retry-After', async () => {
    const { client } = makeClient(answer(429, {}, { 'retry-after': '400' }))

    await expect(client.call(context.get)).rejects.toMatchObject({ details: { retryAfterSeconds: 400 } })
  })
})

describe('a 2xx response with partial success', () => {
  it.each([
    [{ success: false, message: 'No.' }, /success is false: No\./],
    [{ success: true, total: 3, failed: 1, results: [{ externalRef: 'r1', success: false }] }, /1 of 3 rows failed/],
    [{ results: [{ success: true }, { success: false }] }, /1 of 2 rows failed/],
  ])('is a partial failure: %j (P23)', async (body, words) => {
    const { client } = makeClient(answer(200, body))

    const { failure, body: read } = await client.call(orders.import, { body: '{}', region: 'tr' })

    expect(failure).toMatchObject({ code: 'api.partial-failure', oclif: { exit: 9 } })
    expect(failure?.message).toMatch(words)
    expect(read).toEqual(body)
  })

  it('a first cost write with updated:false, an array and a read without success are not partial failures (A39)', async () => {
    const write = makeClient(answer(200, { success: true, updated: false }))
    const read = makeClient(answer(200, { success: false }))
    const list = makeClient(answer(200, []))

    expect((await write.client.call(orderCosts.put, { params: { id: '1' }, body: '{}' })).failure).toBeNull()
    expect((await read.client.call(context.get)).failure).toBeNull()
    expect((await list.client.call(orderCosts.list, { params: { id: '1' } })).failure).toBeNull()
  })
})

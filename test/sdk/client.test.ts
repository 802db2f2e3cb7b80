import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { catalog } from '../../src/catalog/catalog.ts'
import { scopeNames } from '../../src/catalog/scopes.ts'
import { AppError, createClient, ExactNumber } from '../../src/sdk/client.ts'
import { createFetchSend } from '../../src/sdk/fetch-send.ts'
import { makeLibraryShop } from './support.ts'

describe('a call', () => {
  it('returns the typed body for the selected region', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.installWide()

    const { items, totalCount } = await client(token).orders.list({ query: { pageSize: 2 }, region: 'de' })

    expect(items).toHaveLength(2)
    expect(totalCount).toBeGreaterThan(2)
    expect(seen.at(-1)).toEqual({ method: 'GET', path: '/orders?pageSize=2', region: String(shop.region('de')) })
  })

  it('requests the token information once, or never if the caller provides it', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.installWide()
    const asking = client(token, { region: 'tr' })
    await asking.warehouses.list()
    await asking.warehouses.list()
    expect(seen.map(({ path }) => path)).toEqual(['/context', '/warehouses', '/warehouses'])
    seen.length = 0

    const { installScope, regions, scopes } = await asking.context.get()
    await client(token, { install: { installScope, regions, scopes } }).warehouses.list()

    expect(seen.map(({ path }) => path)).toEqual(['/context', '/warehouses'])
  })

  it('accepts a region that the store opened later, and requests an unknown one once in ten seconds (PIN-013)', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.installWide()
    const operate = (operation: string) =>
      shop.control('POST', `/stores/${shop.store.code}/regions/gb/${operation}`, {})
    await operate('deactivate')
    const server = client(token)
    await server.taxRules.list({ region: 'de' })
    await operate('activate')
    shop.clock.advance(10_000)
    seen.length = 0

    await server.taxRules.list({ region: 'gb' })
    const misspelt = [1, 2].map(() => server.taxRules.list({ region: 'gbr' }))

    for (const call of misspelt) await expect(call).rejects.toMatchObject({ code: 'pin.unknown' })
    expect(seen).toEqual([
      { method: 'GET', path: '/context', region: null },
      { method: 'GET', path: '/tax-rules', region: String(shop.region('gb')) },
    ])
    shop.clock.advance(10_000)
    await expect(server.taxRules.list({ region: 'gbr' })).rejects.toMatchObject({ code: 'pin.unknown' })
    expect(seen.slice(2).map(({ path }) => path)).toEqual(['/context'])
  })

  it('uses the region of the client if a call sets none, and only if the endpoint reads one', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.installWide()
    const german = client(token, { region: shop.region('de') })

    await german.taxRules.list()
    await german.taxRules.list({ region: 'gb' })
    await german.warehouses.list()

    expect(seen.slice(1).map(({ region }) => region)).toEqual([
      String(shop.region('de')),
      String(shop.region('gb')),
      null,
    ])
  })

  it.each(['de', 'DE', 'EUR', 'eur'])('finds the region by code, country or currency: %s', async (region) => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.installWide()

    await client(token).taxRules.list({ region })

    expect(seen.at(-1)?.region).toBe(String(shop.region('de')))
  })

  it('rejects a 200 that is not JSON (P5)', async () => {
    const { shop, client } = await makeLibraryShop()
    const { token } = await shop.install()
    const one = client(token, {
      fetch: async (url, init) =>
        url.pathname.endsWith('/orders') ? new Response('<html>') : shop.emulator.fetch(new Request(url, init)),
    })

    await expect(one.orders.list()).rejects.toMatchObject({ code: 'api.bad-response' })
  })

  it('sends nothing if a region-scoped token would silently use another region (PIN-001)', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.install({ region: 'tr' })

    await expect(client(token).orders.list({ region: 'de' })).rejects.toMatchObject({ code: 'pin.ignored' })
    await expect(client(token, { region: 'de' }).orders.list()).rejects.toMatchObject({ code: 'pin.ignored' })

    expect(seen.filter(({ path }) => path !== '/context')).toEqual([])
  })

  it('rejects with the platform error, and never with the token', async () => {
    const { shop, client } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })

    const error: unknown = await client(token)
      .orders.list()
      .catch((reason: unknown) => reason)

    expect(error).toMatchObject({ code: 'api.forbidden', details: { status: 403, scope: 'orders.read' } })
    expect(JSON.stringify(error)).not.toContain(token)
    await expect(client(token).products.get({ params: { id: 999_999 } })).rejects.toMatchObject({
      code: 'api.error',
      details: { status: 404 },
    })
    await expect(client('a b').context.get()).rejects.toMatchObject({ code: 'api.unauthorized' })
  })

  it('requests the token information again after a failure', async () => {
    const { shop, client } = await makeLibraryShop()
    const { token } = await shop.install()
    const one = client(token, {
      fetch: (url, init) => {
        if (isDown) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
        return shop.emulator.fetch(new Request(url, init))
      },
    })
    let isDown = true
    await expect(one.orders.list()).rejects.toMatchObject({
      code: 'net.unreachable',
      details: { reason: 'ECONNREFUSED' },
    })

    isDown = false

    await expect(one.orders.list()).resolves.toHaveProperty('items')
  })

  it('keeps every digit of an amount in both directions (GEN-012)', async () => {
    const { shop, client } = await makeLibraryShop()
    const { token } = await shop.install()
    const params = { id: shop.orderIn('tr') }
    const amount = new ExactNumber('12345678901234567.10')

    await client(token).orderCosts.put({ params, body: { externalRef: 'exact', costType: 'cod_fee', amount } })

    expect((await client(token).orderCosts.list({ params }))[0]?.amount).toEqual(new ExactNumber('12345678901234567.1'))
  })
})

it('has a call for every endpoint, under its resource', async () => {
  const { shop, client } = await makeLibraryShop()
  const { token } = await shop.installWide({ requested_scopes: [...scopeNames] })
  const resources = client(token) as unknown as Record<string, Record<string, unknown>>
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

  for (const [resource, verbs] of Object.entries(catalog)) {
    for (const verb of Object.keys(verbs))
      expect(resources[camel(resource)]?.[camel(verb)], `${resource}.${verb}`).toBeTypeOf('function')
  }
})

describe('a paged list', () => {
  it('returns row by row over all pages, fetched on demand', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.installWide()
    const turkish = client(token, { region: 'tr' })
    const { totalCount } = await turkish.products.list()
    seen.length = 0

    const ids = new Set<unknown>()
    for await (const { id } of turkish.products.iterate({ query: { pageSize: 3 } })) ids.add(id)

    expect(ids.size).toBe(totalCount)
    expect(seen).toHaveLength(Math.ceil(totalCount / 3))
  })

  it('stops when its reader stops, or at the limit', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.installWide()
    const turkish = client(token, { region: 'tr' })
    await turkish.context.get()
    seen.length = 0

    for await (const _ of turkish.orders.iterate({ query: { pageSize: 2 } })) break
    let rows = 0
    for await (const _ of turkish.orders.iterate({ query: { pageSize: 2 }, limit: 3 })) rows++

    expect(rows).toBe(3)
    expect(seen.map(({ path }) => path)).toEqual([
      '/orders?pageSize=2&page=1',
      '/orders?pageSize=2&page=1',
      '/orders?pageSize=2&page=2',
    ])
  })
})

describe('rows', () => {
  it('each has its own result, so that a failed one rejects nothing and stops no other (A20)', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.read', 'products.write'] })
    const products = [
      { externalRef: 'a', title: 'A' },
      { externalRef: 'b', title: '' },
      { externalRef: 'c', title: 'C', price: 1.5 },
    ]

    const { total, failed, rows, errors } = await client(token).products.bulk(products, { chunkRows: 2 })

    expect([total, failed, errors]).toEqual([3, 1, []])
    expect(rows.map(({ index, state, result }) => [index, state, result?.externalRef])).toEqual([
      [0, 'done', 'a'],
      [1, 'failed', 'b'],
      [2, 'done', 'c'],
    ])
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  it('an error that affects every row rejects before anything is written', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })
    const rows = [1, 2, 3].map((at) => ({ externalRef: String(at), title: 'T' }))

    await expect(client(token).products.bulk(rows, { chunkRows: 1 })).rejects.toMatchObject({ code: 'api.forbidden' })

    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it.each([
    ['the body', (rows: unknown[]) => ({ items: rows }), 'without `{items: …}`'],
    ['nothing', () => undefined, 'Array.from'],
    ['a set', (rows: unknown[]) => new Set(rows), 'Array.from'],
    ['text', (rows: unknown[]) => JSON.stringify(rows), 'Array.from'],
  ])(
    'plain JavaScript that passes %s instead of an array gets an error, and nothing is sent',
    async (_, made, advice) => {
      const { shop, client, seen } = await makeLibraryShop()
      const { token } = await shop.install({ requested_scopes: ['products.write'] })
      const { products, prices, attributes, categories } = client(token)
      const given = made([{ externalRef: 'a', title: 'A' }]) as never

      for (const call of [products.bulk, prices.bulk, attributes.create, categories.bindAttributes]) {
        await expect(call(given, { params: { id: 1 } })).rejects.toMatchObject({
          code: 'usage.invalid',
          message: expect.stringContaining('expects an array of rows') as string,
          suggestions: [expect.stringContaining(advice) as string],
        })
      }
      expect(seen).toEqual([])
    },
  )

  it('rows without a response are reported as possibly written, and nothing further is sent', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.write'] })
    const one = client(token, {
      fetch: (url, init) => {
        seen.push({ method: init.method ?? '', path: url.pathname, region: null })
        if (init.method === 'POST') throw new TypeError('fetch failed')
        return shop.emulator.fetch(new Request(url, init))
      },
    })
    const rows = [1, 2].map((at) => ({ externalRef: String(at), title: 'T' }))

    const told = await one.products.bulk(rows, { chunkRows: 1 })

    expect(told.rows.map(({ state }) => state)).toEqual(['unknown', 'not-sent'])
    expect(told).toMatchObject({ failed: 2, errors: [{ code: 'net.unreachable' }] })
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('an error about the rows is reported with them, and one request has at most 500 rows', async () => {
    const { shop, client } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.write'] })

    const { failed, rows, errors } = await client(token).prices.bulk([{ productId: 999_999, price: 1 }])

    expect([failed, rows]).toEqual([1, [{ index: 0, state: 'rejected', result: null }]])
    expect(errors.map(({ code }) => code)).toEqual(['api.error'])
    for (const chunkRows of [0, 501, 1.5]) {
      await expect(client(token).prices.bulk([], { chunkRows })).rejects.toMatchObject({ code: 'usage.invalid' })
    }
  })

  it('a plain write whose 200 reports a failure rejects with the whole response (A20)', async () => {
    const { shop, client } = await makeLibraryShop()
    const { token } = await shop.install()
    const answer = { success: false, orderId: 7, idempotent: false }
    const one = client(token, {
      fetch: async (url, init) =>
        init.method === 'POST' ? Response.json(answer) : shop.emulator.fetch(new Request(url, init)),
    })
    const body = { externalOrderId: 'x', items: [{ productId: 1, quantity: 1 }] }

    await expect(one.orders.import({ body })).rejects.toMatchObject({
      code: 'api.partial-failure',
      details: { answer },
    })
  })
})

describe('changes', () => {
  it('arrive in batches, each cursor saved after its rows were handled (DELTA-018 DELTA-019)', async () => {
    const { shop, client } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })
    const { delta } = client(token).products
    const saved: string[] = []
    const order: string[] = []
    const save = (cursor: string) => {
      saved.push(cursor)
      order.push('saved')
    }

    for await (const { items } of delta.stream({ updatedAfter: '2000-01-01T00:00:00Z', pageSize: 5, save })) {
      order.push(`rows ${items.length}`)
    }

    expect(order.slice(0, 4)).toEqual(['rows 5', 'saved', 'rows 5', 'saved'])
    expect(order.at(-1)).toBe('saved')
    const rest: unknown[] = []
    for await (const { items } of delta.stream({ cursor: saved.at(-1), updatedAfter: '2000-01-01T00:00:00Z' }))
      rest.push(...items)
    expect(rest).toEqual([])
    expect((await delta({ query: { cursor: saved[0], pageSize: 1 } })).items).toHaveLength(1)
  })

  it('require a start, and send nothing without one (DELTA-015)', async () => {
    const { shop, client, seen } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })

    const first = client(token).products.delta.stream({ cursor: null })[Symbol.asyncIterator]().next()

    await expect(first).rejects.toMatchObject({ code: 'usage.missing' })
    expect(seen).toEqual([])
  })

  it('a stream that follows changes polls again after its pause', async () => {
    const { shop, client, waits } = await makeLibraryShop()
    const { token } = await shop.install({ requested_scopes: ['products.read'] })
    const later = shop.clock.now().toISOString()
    let rounds = 0

    for await (const _ of client(token).products.delta.stream({ updatedAfter: later, followMs: 5000 }))
      if (++rounds === 3) break

    expect(waits).toEqual([5000, 5000])
  })
})

it('uploads a file whole (MEDIA-001)', async () => {
  const { shop, client } = await makeLibraryShop()
  const { token } = await shop.install({ requested_scopes: ['products.write'] })
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  const { url, uploaded, deduped } = await client(token).media.upload({ body: { type: 'image/png', bytes } })

  expect([uploaded, deduped]).toEqual([true, false])
  const served = await shop.emulator.fetch(new Request(new URL(url, shop.urls.storefront)))
  expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes)
})

describe('the budget', () => {
  it('is at most the limit of the platform, counted in this process and never exceeded (LIM-001)', async () => {
    const { shop, client, seen, waits } = await makeLibraryShop()
    const { token } = await shop.install()
    const slow = client(token, { perMinute: 3 })

    for (let time = 0; time < 5; time++) await slow.orders.list()

    // The context is the first of the six.
    expect(seen).toHaveLength(6)
    expect(waits).toEqual([61_000])
  })

  it('is shared with other processes through a file, if one is set', async () => {
    const { shop, client, waits } = await makeLibraryShop()
    const { token } = await shop.install()
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-budget-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const budgetFile = join(dir, 'budget.db')
    const [one, other] = [client(token, { budgetFile }), client(token, { budgetFile })]

    for (let time = 0; time < 10; time++) await Promise.all([one.orders.list(), other.orders.list()])
    for (const each of [one, other]) each.close()

    // Evenly spaced beyond a small burst: both have counted what the other sent.
    expect(waits.length).toBeGreaterThan(0)
  })
})

describe('createClient', () => {
  it.each([[undefined], [{}], [{ baseUrl: '' }], [{ baseUrl: 'shop.example' }], [{ baseUrl: 'localhost:4800' }]])(
    'reports that the baseUrl is missing or not a URL: %j',
    (options) => {
      const error: unknown = thrownBy(() => createClient(options as never))

      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({
        code: 'usage.invalid',
        message: expect.stringMatching(/^baseUrl is .*the platform's http\(s\) URL/) as string,
      })
    },
  )

  it.each([['http://127.0.0.1:4800'], [new URL('https://shop.example/base')]])('accepts %s', (baseUrl) => {
    expect(createClient({ baseUrl, token: 'svcapp_1_all_x' })).toHaveProperty('orders.list')
  })
})

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('the transport', () => {
  it('sends no token unencrypted to another machine, even with a custom fetch (T31)', async () => {
    const sent: URL[] = []
    const options = {
      baseUrl: 'http://shop.example',
      token: 'svcapp_1_all_x',
      fetch: async (url: URL) => {
        sent.push(url)
        return Response.json({})
      },
    }

    await expect(createClient(options).context.get()).rejects.toMatchObject({ code: 'net.insecure' })
    expect(sent).toEqual([])
  })

  it('follows no redirect (R8)', async () => {
    const options = {
      baseUrl: 'http://127.0.0.1:4800',
      token: 'svcapp_1_all_x',
      fetch: async () => new Response(null, { status: 302, headers: { Location: 'http://evil.example' } }),
    }

    await expect(createClient(options).context.get()).rejects.toMatchObject({ code: 'net.redirected' })
  })

  it('aborts a request without a response in time', async () => {
    const never = createFetchSend(
      (_url, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      {},
    )
    const url = new URL('http://127.0.0.1:4800/x')

    await expect(never({ method: 'GET', url, headers: {}, timeoutMs: 20 })).rejects.toMatchObject({
      code: 'net.timeout',
      details: { sent: true },
    })
  })

  it('a signal aborts the request in progress', async () => {
    const stop = new AbortController()
    const options = {
      baseUrl: 'http://127.0.0.1:4800',
      token: 'svcapp_1_all_x',
      signal: stop.signal,
      fetch: (_url: URL, { signal }: RequestInit) =>
        new Promise<Response>((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
          stop.abort()
        }),
    }

    await expect(createClient(options).context.get()).rejects.toMatchObject({ code: 'cli.interrupted' })
  })
})

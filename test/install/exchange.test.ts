import { createServer, type AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import type { Send, WireRequest, WireResponse } from '../../src/http/wire.ts'
import { exchangeCode } from '../../src/install/exchange.ts'
import { makeApp, type Answer } from '../support/app.ts'

const CODE = 'ab'.repeat(32)
const SECRET = 'cs_canary'

const granted = {
  success: true,
  access_token: 'svcapp_1001_7_canary',
  token_type: 'Bearer',
  scopes: ['orders.read'],
  app_key: 'app.acme.loyalty',
  store_id: 1001,
  region_id: 7,
  install_scope: 'region',
  regions: null,
  store_name: 'Demo',
  store_domain: 'demo.example',
}

const nodeSend = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

function exchangeAt(port: number, { send = nodeSend, keys = [] as string[] }: { send?: Send; keys?: string[] } = {}) {
  return exchangeCode(
    {
      send,
      limiter: { acquire: async ({ key, perMinute }) => void keys.push(`${key} ${perMinute}`), close: () => {} },
      now: () => new Date('2026-11-21T12:00:00Z'),
    },
    {
      baseUrl: new URL(`http://127.0.0.1:${port}`),
      appKey: granted.app_key,
      clientId: 'cli_1',
      clientSecret: SECRET,
      code: CODE,
    },
  )
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

it('sends one POST with three camelCase fields (EXCH-001 EXCH-002 EXCH-003 EXCH-004 EXCH-005 EXCH-006)', async () => {
  const app = await makeApp(json(200, granted))

  const outcome = await exchangeAt(app.port)

  expect(outcome).toEqual({ ok: true, answer: granted })
  expect(app.seen).toHaveLength(1)
  expect(app.seen[0]).toMatchObject({ method: 'POST', target: '/api/apps/oauth/token' })
  expect(JSON.parse(String(app.seen[0]?.body))).toEqual({ clientId: 'cli_1', clientSecret: SECRET, code: CODE })
})

it('sends no Authorization, grant_type, redirect_uri or special header (EXCH-008 EXCH-009 EXCH-010 EXCH-012 EXCH-014)', async () => {
  const app = await makeApp(json(200, granted))

  await exchangeAt(app.port)

  const names = Object.keys(app.seen[0]?.headers ?? {}).toSorted()
  expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host'])
  expect(String(app.seen[0]?.body)).not.toMatch(/grant_type|redirect_uri/)
})

it('counts against the limit of 30 a minute for this address', async () => {
  const app = await makeApp(json(200, granted))
  const keys: string[] = []

  await exchangeAt(app.port, { keys })

  expect(keys).toEqual([`exchange http://127.0.0.1:${app.port} 30`])
})

it('returns a 401 as a rejection, with the time of the platform (EXCH-040)', async () => {
  const app = await makeApp(json(401, {}, { Date: 'Sat, 21 Nov 2026 12:01:00 GMT' }))

  expect(await exchangeAt(app.port)).toEqual({
    ok: false,
    reason: 'rejected',
    platformDate: new Date('2026-11-21T12:01:00Z'),
  })
  expect(app.seen).toHaveLength(1)
})

it.each<[string, Answer, string]>([
  ['a connection closed after the request', (_, response) => void response.destroy(), 'install.response-lost'],
  ['a broken body', (_, response) => void response.end('{"access_tok'), 'install.response-lost'],
  ['no token', json(200, { success: true }), 'api.bad-response'],
  ['no region', json(200, { ...granted, region_id: null }), 'api.bad-response'],
  ['500', json(500, {}), 'install.response-lost'],
  ['400', json(400, { message: 'clientId, clientSecret, code are required.' }), 'api.error'],
  ['429', json(429, {}, { 'Retry-After': '12' }), 'api.rate-limited'],
  ['a redirect', json(307, {}, { Location: 'http://127.0.0.1:1/' }), 'net.redirected'],
])('P18 sends the code once and never again: %s', async (_, answer, code) => {
  const app = await makeApp(answer)

  const error = await exchangeAt(app.port).catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({ code })
  expect(app.seen).toHaveLength(1)
  const told = JSON.stringify(error, Object.getOwnPropertyNames(error))
  expect(told).not.toContain('canary')
  expect(told).not.toContain(CODE)
})

it('reports that the code is single-use, and suggests a new install (P18)', async () => {
  const app = await makeApp((_, response) => void response.destroy())

  await expect(exchangeAt(app.port)).rejects.toMatchObject({
    code: 'install.response-lost',
    oclif: { exit: 8 },
    suggestions: [expect.stringMatching(/Run `app install` again\. The code is single use/)],
  })
})

it.each([
  ['a gateway is unavailable', 502, '<html>Bad gateway</html>', /^Wait a minute/],
  ['the platform fails', 503, '{}', /^Wait a minute/],
  ['a sign-in page responds', 200, '<html>Sign in</html>', /perhaps your network's sign-in page/],
])('explains what to do before the next install when %s', async (_what, status, body, first) => {
  const app = await makeApp((_, response) => void response.writeHead(status).end(body))

  await expect(exchangeAt(app.port)).rejects.toMatchObject({
    code: 'install.response-lost',
    suggestions: [expect.stringMatching(first), expect.stringMatching(/Run `app install` again/)],
  })
})

it('retries if no byte was sent, and only once (P18)', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  let tries = 0
  const send = (request: WireRequest): Promise<WireResponse> => {
    tries++
    return nodeSend(request)
  }

  await expect(exchangeAt(port, { send })).rejects.toMatchObject({ code: 'net.unreachable' })
  expect(tries).toBe(2)
})

it('succeeds at the second attempt if the first did not reach the platform (P18)', async () => {
  const app = await makeApp(json(200, granted))
  let tries = 0
  const send = (request: WireRequest) =>
    nodeSend(++tries === 1 ? { ...request, url: new URL('http://127.0.0.1:1/') } : request)

  expect(await exchangeAt(app.port, { send })).toMatchObject({ ok: true })
  expect(app.seen).toHaveLength(1)
})

it('an interrupted exchange reports that the code is single-use (T35)', async () => {
  const controller = new AbortController()
  const app = await makeApp(() => controller.abort('SIGINT'))
  onTestFinished(() => app.server.closeAllConnections())

  const attempt = exchangeAt(app.port, { send: (request) => nodeSend({ ...request, signal: controller.signal }) })

  await expect(attempt).rejects.toMatchObject({
    code: 'cli.interrupted',
    suggestions: [expect.stringContaining('single use')],
  })
})

it('reads store, region, name and domain from the response, and omits unknown fields (EXCH-039 P5)', async () => {
  const store = {
    ...granted,
    region_id: null,
    install_scope: 'store',
    regions: [{ id: 1, code: 'TR', currency: 'TRY', domain: null }],
  }
  const app = await makeApp(json(200, { ...store, later: 1 }))

  expect(await exchangeAt(app.port)).toEqual({ ok: true, answer: store })
})

it.each<[string, unknown, RegExp]>([
  ['another app', { app_key: 'app.other.one' }, /is for app\.other\.one, not app\.acme\.loyalty/],
  ['no app at all', { app_key: undefined }, /: app_key\./],
  ['no token', { access_token: '' }, /: access_token\./],
  ['a token that fits into no header', { access_token: 'canary\r\nX: 1' }, /: access_token\./],
  ['scopes as a text', { scopes: 'orders.read' }, /: scopes\./],
  ['a scope that is a number', { scopes: ['orders.read', 7] }, /: scopes\[1\]\./],
  ['regions as a text', { regions: 'all' }, /: regions\./],
  ['a region without id', { regions: [{ code: 'tr', currency: 'TRY' }] }, /: regions\[0\]\.id\./],
  ['store 0', { store_id: 0 }, /: store_id\./],
  ['a store as a text', { store_id: '1001' }, /: store_id\./],
  ['a scope of install that there is not', { install_scope: 'world' }, /: install_scope\./],
  ['a store-wide install of one region', { install_scope: 'store' }, /is inconsistent/],
  ['a name that is a list', { store_name: ['Demo'] }, /: store_name\./],
])('T22 P5 an answer with %s is refused, with what to do and without the token', async (_, change, message) => {
  const app = await makeApp(json(200, { ...granted, ...(change as object) }))

  const error: unknown = await exchangeAt(app.port).catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    code: 'api.bad-response',
    message: expect.stringMatching(message),
    oclif: { exit: 12 },
    suggestions: expect.arrayContaining([expect.stringMatching(/Run `app install` again/)]),
  })
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary')
})

it.each(['null', '[]', '"token"', '7'])('rejects the response %s because it is not an object (T22)', async (body) => {
  const app = await makeApp((_, response) => void response.end(body))

  await expect(exchangeAt(app.port)).rejects.toMatchObject({
    code: 'api.bad-response',
    message: expect.stringMatching(/not an object/),
  })
})

it('rejects an id above 2^53 instead of rounding it (T22)', async () => {
  const text = JSON.stringify(granted).replace(':1001', ':9007199254740993')
  const app = await makeApp((_, response) => void response.end(text))

  await expect(exchangeAt(app.port)).rejects.toMatchObject({ code: 'api.bad-response' })
})

import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

import { describe, expect, it } from 'vitest'

import { newToken } from '../../src/inspector/access.ts'
import { redactSecrets } from '../../src/protocol/redact.ts'
import { contents, makeInspector, rawRequest, type Fixture } from './fixture.ts'

/** Every address that changes something. */
const doing = (id: number): readonly (readonly [string, unknown])[] => [
  [`/api/deliveries/${id}/replay`, { mode: 're-sign' }],
  [`/api/deliveries/${id}/edit`, { body: '{"eventId":"forged"}' }],
  [`/api/deliveries/${id}/retry`, {}],
  [`/api/deliveries/${id}/drop`, {}],
  ['/api/trigger', { topic: 'order.created' }],
]

const reading = (id: number): readonly string[] => [
  '/api/about',
  '/api/timeline',
  '/api/charts',
  `/api/compare?a=${id}&b=${id}`,
  `/api/deliveries/${id}`,
  '/api/export',
  '/api/events',
]

it('the health endpoint shows local programs which parts are running, and nothing else', async () => {
  let up = { app: true, platform: true }
  const fixture = await makeInspector({ health: () => up })
  const well = await fetch(fixture.healthUrl)
  const answers = [well.status, await well.json()]
  up = { app: false, platform: true }
  const unwell = await fetch(fixture.healthUrl)
  answers.push(unwell.status, await unwell.json())
  const posted = await fetch(fixture.healthUrl, { method: 'POST' })
  const stranger = await rawRequest(fixture.port, ['GET /health HTTP/1.1', 'Host: evil.example', 'Connection: close'])

  expect(answers).toEqual([
    200,
    { ok: true, app: true, platform: true },
    503,
    { ok: false, app: false, platform: true },
  ])
  expect(well.headers.get('access-control-allow-origin')).toBeNull()
  expect(posted.status).toBe(405)
  expect(stranger).toContain('403')
})

/** The status of every address. Expects that nothing was done: the app got nothing, and the journal has not changed. */
async function refused(fixture: Fixture, ask: (path: string, body?: unknown) => Promise<number>): Promise<number[]> {
  const id = fixture.add({ status: 500 })
  const before = contents(fixture.journal)
  const statuses: number[] = []
  for (const path of reading(id)) statuses.push(await ask(path))
  for (const [path, body] of doing(id)) statuses.push(await ask(path, body))
  expect(fixture.app.seen).toEqual([])
  expect(contents(fixture.journal)).toBe(before)
  return [...new Set(statuses)]
}

function send(fixture: Fixture, headers: Record<string, string>) {
  return async (path: string, body?: unknown): Promise<number> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(fixture.base + path, { ...init, headers })
    const text = await response.text()
    expect(text).not.toMatch(/order\.created|e-[0-9a-f]{8}/)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    return response.status
  }
}

function raw(fixture: Fixture, headers: readonly string[]) {
  return async (path: string, body?: unknown): Promise<number> => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const answer = await rawRequest(
      fixture.port,
      [
        `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
        'Connection: close',
        ...headers,
        `Content-Length: ${text.length}`,
      ],
      text,
    )
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
    if (status !== 200) expect(answer).not.toMatch(/order\.created|e-[0-9a-f]{8}/)
    return status
  }
}

const json = { 'Content-Type': 'application/json' }

describe('access to the inspector', () => {
  it.each([
    ['no token', {}],
    [
      'another one',
      { Authorization: `Bearer ${'0'.repeat(16)}-${'0'.repeat(16)}-${'0'.repeat(16)}-${'0'.repeat(16)}` },
    ],
    ['none in it', { Authorization: 'Bearer ' }],
    ['another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
  ])('with %s responds with 401, shows nothing and changes nothing (T7 T19)', async (_, headers) => {
    const fixture = await makeInspector()

    expect(await refused(fixture, send(fixture, { ...json, ...headers }))).toEqual([401])
  })

  it('without the token suggests the command that prints an address with one (T19)', async () => {
    const fixture = await makeInspector()

    const answer = await fetch(`${fixture.base}/api/about`)
    const text = await answer.text()

    expect(answer.status).toBe(401)
    expect(text).toContain('app open inspector')
    expect(text).not.toContain(fixture.token)
  })

  it('rejects a prefix of the valid token and a repeated token (T19)', async () => {
    const fixture = await makeInspector()

    expect(
      await refused(fixture, send(fixture, { ...json, Authorization: `Bearer ${fixture.token.slice(0, -1)}` })),
    ).toEqual([401])
    const line = `Authorization: Bearer ${fixture.token}`
    const host = `Host: 127.0.0.1:${fixture.port}`
    expect(await refused(fixture, raw(fixture, [host, line, line, 'Content-Type: application/json']))).toEqual([401])
  })

  it('a script of another site receives no data, with and without Sec-Fetch headers (T7)', async () => {
    const fixture = await makeInspector()
    const asScript = { 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }

    expect(await refused(fixture, send(fixture, asScript))).toEqual([403])
    expect(await refused(fixture, send(fixture, {}))).toEqual([401])
    const { headers } = await fixture.ask('/api/timeline')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost:4801', 'file://'])(
    'a page of %s is rejected, even with the token, and cannot read anything (T4 T6 T8)',
    async (origin) => {
      const fixture = await makeInspector()
      const headers = { ...json, Origin: origin, Authorization: `Bearer ${fixture.token}` }

      expect(await refused(fixture, send(fixture, headers))).toEqual([403])
    },
  )

  it('an OPTIONS preflight grants no permission (T4)', async () => {
    const fixture = await makeInspector()

    const response = await fetch(`${fixture.base}/api/timeline`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'authorization' },
    })

    expect(response.status).toBe(403)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('access-control-allow-headers')).toBeNull()
  })

  it.each([
    ['evil.example', 403],
    ['evil.example:PORT', 403],
    ['127.0.0.1', 403],
    ['127.0.0.1:1', 403],
    ['127.0.0.1.:PORT', 403],
    ['0:PORT', 403],
    ['2130706433:PORT', 403],
    ['127.0.0.1:PORT@evil.example', 403],
    ['LOCALHOST:PORT', 403],
  ])('rejects Host %s with a valid token (T5 T15)', async (host, status) => {
    const fixture = await makeInspector()
    const lines = [`Host: ${host.replace('PORT', String(fixture.port))}`, `Authorization: Bearer ${fixture.token}`]

    expect(await refused(fixture, raw(fixture, [...lines, 'Content-Type: application/json']))).toEqual([status])
    expect(await raw(fixture, lines)('/')).toBe(status)
  })

  it('rejects two Host headers with 400, and accepts the three names of this machine (T5)', async () => {
    const fixture = await makeInspector()
    const token = `Authorization: Bearer ${fixture.token}`
    const host = `Host: 127.0.0.1:${fixture.port}`

    expect(await refused(fixture, raw(fixture, [host, host, token, 'Content-Type: application/json']))).toEqual([400])
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(await raw(fixture, [`Host: ${name}:${fixture.port}`, token])('/api/about')).toBe(200)
    }
  })

  it.each(['CF-Connecting-IP', 'Cf-Ray', 'cf-visitor'])(
    'returns 404 to a request through a tunnel (%s) (T13)',
    async (name) => {
      const fixture = await makeInspector()
      const headers = { ...json, [name]: 'x', Authorization: `Bearer ${fixture.token}` }

      expect(await refused(fixture, send(fixture, headers))).toEqual([404])
      expect((await fetch(fixture.base, { headers: { [name]: 'x' } })).status).toBe(404)
    },
  )

  it('rejects every upgrade with a complete 403 and no frame (T6)', async () => {
    const fixture = await makeInspector()
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', fixture.base]) {
      const answer = await rawRequest(fixture.port, [
        'GET /api/events HTTP/1.1',
        `Host: 127.0.0.1:${fixture.port}`,
        `Origin: ${origin}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ])

      expect(answer).toBe('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''])(
    'a form (%s) changes nothing, even with the token (T8)',
    async (type) => {
      const fixture = await makeInspector()
      const id = fixture.add({ status: 500 })
      const before = contents(fixture.journal)

      for (const [path, body] of doing(id)) {
        const lines = [
          `POST ${path} HTTP/1.1`,
          `Host: 127.0.0.1:${fixture.port}`,
          `Authorization: Bearer ${fixture.token}`,
        ]
        const text = JSON.stringify(body)
        const typed = type === '' ? [] : [`Content-Type: ${type}`]
        const answer = await rawRequest(fixture.port, [...lines, ...typed, `Content-Length: ${text.length}`], text)
        expect(answer).toMatch(/^HTTP\/1\.1 415 /)
      }

      expect(fixture.app.seen).toEqual([])
      expect(contents(fixture.journal)).toBe(before)
    },
  )

  it('GET, HEAD and PUT change nothing (T8)', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ status: 500 })
    const before = contents(fixture.journal)

    for (const [path] of doing(id)) {
      for (const [method, status] of [
        ['GET', 404],
        ['HEAD', 405],
        ['PUT', 405],
        ['DELETE', 405],
      ] as const) {
        const response = await fetch(fixture.base + path, {
          method,
          headers: { Authorization: `Bearer ${fixture.token}` },
        })
        expect({ path, method, status: response.status }).toEqual({ path, method, status })
      }
    }

    expect(fixture.app.seen).toEqual([])
    expect(contents(fixture.journal)).toBe(before)
  })

  it('listens on both addresses of localhost and nowhere else (T9)', async () => {
    const fixture = await makeInspector()
    const others = Object.values(networkInterfaces())
      .flat()
      .flatMap((one) => (one === undefined || one.internal || one.address.startsWith('fe80') ? [] : [one.address]))
    const isOpen = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port: fixture.port, timeout: 10_000 }, () => resolve(true))
        socket.once('error', () => resolve(false))
        socket.once('timeout', () => resolve(false))
        socket.once('close', () => socket.destroy())
      })

    const own = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal }) => internal)
    for (const { address } of own) expect({ address, open: await isOpen(address) }).toEqual({ address, open: true })
    for (const host of others) expect({ host, open: await isOpen(host) }).toEqual({ host, open: false })
  })

  it('pages cannot be framed or cached, and run only scripts from their own files (T10 T22 T3)', async () => {
    const fixture = await makeInspector()
    const wanted = {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    }

    for (const path of ['/', '/main.js', '/style.css', '/icon.svg', '/api/about', '/nothing']) {
      const { headers } = await fetch(fixture.base + path)
      expect(Object.fromEntries(headers)).toMatchObject(wanted)
    }
    const shell = await (await fetch(fixture.base)).text()
    // No inline script, style or handler, and nothing from elsewhere.
    expect(shell).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|https?:/)
  })

  it('page files are public and contain no data of the journal or of this start', async () => {
    const fixture = await makeInspector()
    fixture.add({ eventId: 'e-12345678' })

    for (const path of ['/', '/main.js', '/style.css', '/icon.svg']) {
      const response = await fetch(fixture.base + path)
      const text = await response.text()
      expect(response.status).toBe(200)
      expect(text).not.toContain(fixture.token)
      expect(text).not.toContain('e-12345678')
    }
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/main.ts',
      '/index.html',
      '//evil.example/',
      '/@fs/etc/passwd',
    ]) {
      const answer = await rawRequest(fixture.port, [
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${fixture.port}`,
        'Connection: close',
      ])
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
    }
  })

  it('invalid targets and malformed requests do not stop the process (T15)', async () => {
    const fixture = await makeInspector()
    const host = `Host: 127.0.0.1:${fixture.port}`
    for (const target of [
      '*',
      'http://evil.example/api/about',
      '/api/deliveries/%',
      '/api/%00',
      '/api/__proto__',
      '/api/deliveries/constructor',
      '?',
      `/${'a'.repeat(5000)}`,
    ]) {
      const answer = await rawRequest(fixture.port, [
        `GET ${target} HTTP/1.1`,
        host,
        `Authorization: Bearer ${fixture.token}`,
        'Connection: close',
      ])
      expect({ target: target.slice(0, 40), answer: answer.slice(0, 12) }).toEqual({
        target: target.slice(0, 40),
        answer: expect.stringMatching(/^HTTP\/1\.1 4/) as string,
      })
    }
    expect((await fixture.ask('/api/about')).status).toBe(200)
  })

  it('has a new token at each start, which masking does not confuse with a signing secret (T35)', async () => {
    const [one, two] = [await makeInspector(), await makeInspector()]

    expect(one.token).toMatch(/^[\w-]{22}$/)
    expect(one.token).not.toBe(two.token)
    expect(newToken((size) => Buffer.alloc(size, 0xab))).toBe('q6urq6urq6urq6urq6urqw')
    expect(redactSecrets(one.url)).toBe(one.url)
  })
})

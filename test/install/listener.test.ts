import { createServer, connect, type AddressInfo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { listenForReturn } from '../../src/install/listener.ts'
import { freePort } from '../support/processes/free-port.ts'

const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
const CODE = 'ab'.repeat(32)
const STATE = 'the-state-of-this-install'

async function makeListener(host = '127.0.0.1') {
  const port = await freePort()
  const listener = await listenForReturn({
    host,
    port,
    path: '/auth/callback',
    state: STATE,
    target: 'emulator',
    appName: 'A <b> & C',
  })
  onTestFinished(() => listener.close())
  const get = (target: string, overrides: { method?: string; headers?: Record<string, string>; host?: string } = {}) =>
    send({
      method: overrides.method ?? 'GET',
      url: new URL(target, `http://${overrides.host ?? '127.0.0.1'}:${port}`),
      headers: overrides.headers ?? {},
    })
  return { port, listener, get }
}

/** Writes the request as it stands, and answers with all that comes back. */
function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(request))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

const good = `/auth/callback?code=${CODE}&state=${STATE}`

describe('the listener', () => {
  it('accepts the code from the request with the right state', async () => {
    const { listener, get } = await makeListener()

    const page = await get(good)
    expect([page.status, await new Response(page.body).text()]).toEqual([
      200,
      expect.stringContaining('<h1>A &#60;b&#62; &#38; C is approved</h1>'),
    ])

    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
  })

  it('accepts a cancellation by the owner (INST-042)', async () => {
    const { listener, get } = await makeListener()

    await get(`/auth/callback?error=access_denied&state=${STATE}`)

    expect(await listener.answer).toEqual({ kind: 'denied' })
  })

  it.each([
    ['wrong state', `/auth/callback?code=${CODE}&state=wrong`, 400],
    ['equally long wrong state', `/auth/callback?code=${CODE}&state=${'x'.repeat(STATE.length)}`, 400],
    ['no state', `/auth/callback?code=${CODE}`, 400],
    ['error without state', '/auth/callback?error=access_denied', 400],
    ['two states', `${good}&state=${STATE}`, 400],
    ['two codes', `${good}&code=${CODE}`, 400],
    ['code and error', `${good}&error=access_denied`, 400],
    ['malformed code', `/auth/callback?code=xyz&state=${STATE}`, 400],
    ['no code', `/auth/callback?state=${STATE}`, 400],
    ['longer path', `/auth/callback/?code=${CODE}&state=${STATE}`, 404],
    ['other case', `/Auth/callback?code=${CODE}&state=${STATE}`, 404],
    ['root', `/?code=${CODE}&state=${STATE}`, 404],
    ['favicon', '/favicon.ico', 404],
  ])('keeps waiting after a wrong request: %s (T1 T2)', async (_, target, status) => {
    const { listener, get } = await makeListener()

    expect((await get(target)).status).toBe(status)
    await get(good)

    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
  })

  it.each(['HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE'])('keeps waiting after a %s request (T2)', async (method) => {
    const { listener, get } = await makeListener()

    expect((await get(good, { method })).status).toBe(405)
    await get(good)

    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
  })

  it('survives 1,000 junk requests (T2)', async () => {
    const { listener, get } = await makeListener()
    const junk = ['/auth/callback?error=x', '/auth/callback?state=nope&code=1', '/favicon.ico', '/auth/callback']

    for (let from = 0; from < 1_000; from += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, at) => get(junk[(from + at) % junk.length] ?? '/')))
    }
    await get(good)

    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
  })

  it('accepts one response only (T1)', async () => {
    const { listener, get } = await makeListener()

    const statuses = await Promise.all([get(good), get(good), get(good)].map(async (one) => (await one).status))

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
  })

  it.each([
    ['another name', ['Host: evil.example']],
    ['another name with the port', ['Host: evil.example:PORT']],
    ['another spelling of this machine', ['Host: 2130706433:PORT']],
    ['two names', ['Host: 127.0.0.1:PORT', 'Host: evil.example']],
    ['a tunnel', ['Host: 127.0.0.1:PORT', 'Cf-Connecting-Ip: 203.0.113.7']],
  ])('rejects a valid response under %s (T5 T13)', async (_, hosts) => {
    const { port, listener, get } = await makeListener()
    const lines = hosts.map((line) => line.replace('PORT', String(port)))

    const answer = await raw(port, [`GET ${good} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 400')
    await get(`/auth/callback?error=access_denied&state=${STATE}`)

    expect(await listener.answer).toEqual({ kind: 'denied' })
  })

  it.each([
    ['an image', { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }],
    ['a script', { 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }],
    ['a fetch', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-site' }],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' }],
  ])(
    'rejects the right address as %s of another page, but accepts a visit from another site (T1)',
    async (_, headers) => {
      const { listener, get } = await makeListener()

      const refused = await get(good, { headers })
      const visit = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' }
      const taken = await get(good, { headers: visit })

      expect([refused.status, taken.status]).toEqual([400, 200])
      expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
    },
  )

  it('accepts the real response while 200 others send an endless header (T2 T14)', async () => {
    const { port, listener, get } = await makeListener()
    const slow = Array.from({ length: 200 }, () => connect({ host: '127.0.0.1', port }).on('error', () => {}))
    onTestFinished(() => slow.forEach((socket) => socket.destroy()))
    for (const socket of slow) socket.write(`GET ${good} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-A: `)

    await get(good)

    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
    await listener.close()
  })

  it('shows a page that loads nothing, is not cached, sends no referrer and removes the code from the address (T3)', async () => {
    const { get } = await makeListener()

    const { headers, body } = await get(good)

    const html = Buffer.from(body).toString()
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(html).toContain('history.replaceState')
    expect(html).not.toMatch(/https?:|\/\/|src=|href=/)
    expect(html).not.toContain(CODE)
    expect(html).not.toContain(STATE)
  })

  it('survives requests that are not HTTP (T15)', async () => {
    const { port, listener, get } = await makeListener()
    const attack = (bytes: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
        socket.on('close', () => resolve())
        socket.on('error', () => resolve())
        socket.resume()
      })

    await attack('\u0000\u0001\u0002\r\n\r\n')
    await attack(`GET http://[/?state=${STATE} HTTP/1.1\r\nHost: [\r\n\r\n`)
    await attack(`GET /auth/callback?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
    await get(good)

    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
  })

  it('binds both address families, so that no other program can bind one of them (R14)', async () => {
    const { listener, get } = await makeListener()

    expect((await get(good, { host: '[::1]' })).status).toBe(200)

    expect(await listener.answer).toEqual({ kind: 'code', code: CODE })
  })

  it.each(['127.0.0.1', '::1'])('reports the holder if %s is in use, and binds no port (T16 P9)', async (host) => {
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen({ port: 0, host, ipv6Only: true }, resolve))
    onTestFinished(() => void squatter.close())
    const { port } = squatter.address() as AddressInfo

    const attempt = listenForReturn({
      host: '127.0.0.1',
      port,
      path: '/',
      state: STATE,
      target: 'emulator',
      appName: 'A <b> & C',
    })

    await expect(attempt).rejects.toMatchObject({
      code: 'install.port-taken',
      oclif: { exit: 8 },
      message: expect.stringContaining(`(pid ${process.pid})`) as string,
      details: { port, pid: process.pid },
    })
    const other = host === '::1' ? '127.0.0.1' : '::1'
    const twin = createServer()
    await new Promise<void>((resolve, reject) =>
      twin.once('error', reject).listen({ port, host: other, ipv6Only: true }, resolve),
    )
    twin.close()
  })

  it('releases its ports (P15)', async () => {
    const { port, listener } = await makeListener()
    const idle = connect(port, '127.0.0.1')
    await new Promise((resolve) => idle.once('connect', resolve))

    await listener.close()
    await listener.close()

    const again = await listenForReturn({
      host: '127.0.0.1',
      port,
      path: '/',
      state: STATE,
      target: 'emulator',
      appName: 'A <b> & C',
    })
    await again.close()
    expect(idle.destroy().destroyed).toBe(true)
  })
})

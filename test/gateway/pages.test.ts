import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { endToEndHeaders } from '../../src/gateway/headers.ts'
import { listDeliveries } from '../../src/journal/deliveries.ts'
import { makeApp } from '../support/app.ts'
import { makeGateway, rawExchange } from './support.ts'

describe('pages of the app', () => {
  it('are forwarded unchanged: method, target, headers, body, status, cookies', async () => {
    const app = await makeApp((request, response) => {
      response.writeHead(418, 'Tea', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Page', 'yes'])
      response.end(`${request.method} ${request.target} ${request.body.toString()}`)
    })
    const gateway = await makeGateway(app.port)

    const response = await fetch(`${gateway.url}/panel/%2e?x=1&y=%20`, {
      method: 'PATCH',
      headers: { 'X-Mine': 'yes', Cookie: 'c=3' },
      body: 'hello',
    })

    expect([response.status, response.statusText]).toEqual([418, 'Tea'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toMatch(/^PATCH \/panel\/.*\?x=1&y=%20 hello$/)
    expect(app.seen[0]?.headers).toMatchObject({ 'x-mine': 'yes', cookie: 'c=3' })
    expect(listDeliveries(gateway.journal)).toHaveLength(0)
  })

  it('are streamed: the first part arrives before the app finishes', async () => {
    let finish: (() => void) | undefined
    const app = await makeApp((_, response) => {
      response.write('first ')
      finish = () => void response.end('last')
    })
    const gateway = await makeGateway(app.port)

    const response = await fetch(`${gateway.url}/stream`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader?.read()
    finish?.()
    const last = await reader?.read()

    expect([first?.value, last?.value]).toEqual(['first ', 'last'])
  })

  it('accept an upload without a length in full', async () => {
    const app = await makeApp((request, response) => void response.end(String(request.body.length)))
    const gateway = await makeGateway(app.port)

    const answer = await rawExchange(
      gateway.port,
      'POST /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    )

    expect(answer).toContain('HTTP/1.1 200')
    expect(app.seen[0]?.body.toString()).toBe('hello')
  })

  it('do not wait for a form that the app rejects unread', async () => {
    const app = createServer((incoming, response) => {
      // A body that flows into a slow reader: Node does not drop the rest of it.
      incoming.once('data', () => incoming.pause())
      response.writeHead(401).end()
    })
    await new Promise<void>((resolve) => void app.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => app.close().closeAllConnections())
    const gateway = await makeGateway((app.address() as AddressInfo).port)
    const post = (size: number) => fetch(`${gateway.url}/form`, { method: 'POST', body: 'x'.repeat(size) })

    const answers = [await post(300_000), await post(6), await post(300_000), await post(6)]

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  it('return 502 while the app is down, and an aborted response does not look complete', async () => {
    const down = await makeApp()
    await down.close()
    const gateway = await makeGateway(down.port)
    expect((await fetch(gateway.url)).status).toBe(502)

    const app = await makeApp((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('part')
      setTimeout(() => response.destroy(), 20)
    })
    const front = await makeGateway(app.port)

    await expect(fetch(front.url).then((response) => response.text())).rejects.toThrow()
  })

  it.each([
    ['', ''],
    ['X-Svcapp-Public: 0\r\nx-svcapp-public: \r\n', ''],
    ['', 'x-svcapp-public, '],
  ])('are marked as public requests, whatever headers the visitor sends: %j (T13)', async (lines, named) => {
    const app = await makeApp((request, response) => void response.end(JSON.stringify(request.rawHeaders)))
    const gateway = await makeGateway(app.port)

    const answer = await rawExchange(
      gateway.port,
      `GET / HTTP/1.1\r\nHost: localhost\r\n${lines}Connection: ${named}close\r\n\r\n`,
    )

    expect(answer.match(/x-svcapp-public/gi)).toHaveLength(1)
    expect(answer).toContain('"x-svcapp-public","1"')
  })

  it('lose the hop-by-hop headers (RFC 9110 section 7.6.1)', () => {
    const raw = [
      'Host',
      'x',
      'Connection',
      'close, X-Hop',
      'X-Hop',
      '1',
      'Keep-Alive',
      'a',
      'TE',
      'gzip',
      'Upgrade',
      'h2c',
      'X-End',
      '2',
    ]

    expect(endToEndHeaders(raw)).toEqual(['Host', 'x', 'X-End', '2'])
    expect(endToEndHeaders(raw, ['host'])).toEqual(['X-End', '2'])
  })
})

describe('sockets of the app', () => {
  it('are connected after the app responds with 101', async () => {
    const app = await makeApp()
    app.server.on('upgrade', (request, socket) => {
      const accept = createHash('sha1').update(String(request.headers['sec-websocket-key'])).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Accept: ${accept}\r\n\r\n`,
      )
      socket.on('end', () => socket.end())
      socket.on('data', (data) => socket.write(`echo ${data.toString()}`))
    })
    const gateway = await makeGateway(app.port)
    const socket = connect({ host: '127.0.0.1', port: gateway.port })
    let text = ''
    socket.on('data', (data) => (text += data.toString()))

    socket.write(
      'GET /hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k\r\n\r\n',
    )
    await expect.poll(() => text).toContain('101 Switching Protocols')
    socket.write('hello')
    await expect.poll(() => text).toContain('echo hello')
    socket.destroy()

    expect(text).toContain('X-Accept')
  })

  it('return the status of an app that rejects them, and 502 while it is down', async () => {
    const app = await makeApp((_, response) => void response.writeHead(403).end('no'))
    const gateway = await makeGateway(app.port)
    const ask = 'GET /hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

    const refused = await rawExchange(gateway.port, ask)
    await app.close()
    const down = await rawExchange(gateway.port, ask)

    expect([refused.slice(0, 12), down.slice(0, 12)]).toEqual(['HTTP/1.1 403', 'HTTP/1.1 502'])
  })
})

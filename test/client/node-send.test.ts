import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'

const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

const text = (body: Uint8Array) => Buffer.from(body).toString('utf8')

async function listen(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

/** How a request without a response ends. Its limit grows until the request is sent before it. */
async function timedOut(method: string, url: URL): Promise<unknown> {
  for (let timeoutMs = 40; ; timeoutMs *= 2) {
    const error: unknown = await send({ method, url, headers: {}, timeoutMs }).catch((cause: unknown) => cause)
    if ((error as { details?: { sent?: boolean } }).details?.sent !== false) return error
  }
}

const serve = (handler: RequestListener) => listen(createServer(handler))

describe('the transport of one-shot calls', () => {
  it('sends method, headers and body, and returns lowercase headers and the exact bytes', async () => {
    const url = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => {
        response.writeHead(
          201,
          [
            [
              'X-Seen',
              `${request.method} ${request.url} ${String(request.headers['x-region-id'])} ${chunk.toString()}`,
            ],
            ['X-Twice', 'a'],
            ['X-Twice', 'b'],
          ].flat(),
        )
        response.end(Buffer.from([0, 255, 10]))
      })
    })

    const answer = await send({
      method: 'PUT',
      url: new URL('/a?b=c', url),
      headers: { 'X-Region-Id': '7' },
      body: 'hi',
    })

    expect(answer.status).toBe(201)
    expect(answer.headers['x-seen']).toBe('PUT /a?b=c 7 hi')
    expect(answer.headers['x-twice']).toBe('a, b')
    expect([...answer.body]).toEqual([0, 255, 10])
  })

  it.each([301, 302, 307, 308])('rejects a redirect (%i) and sends nothing to its target (T32)', async (status) => {
    let hits = 0
    const other = await serve((_, response) => {
      hits++
      response.end()
    })
    const url = await serve((_, response) => response.writeHead(status, { Location: other.href }).end())

    const attempt = send({ method: 'POST', url, headers: {}, body: '{"clientSecret":"cs_canary"}' })

    await expect(attempt).rejects.toMatchObject({ code: 'net.redirected', details: { sent: true } })
    expect(hits).toBe(0)
  })

  it('returns a redirect without following it if redirects are expected as responses', async () => {
    const url = await serve((_, response) => response.writeHead(303, { Location: 'http://127.0.0.1:1/x' }).end())

    const answer = await send({ method: 'POST', url, headers: {}, redirects: 'answer' })

    expect(answer).toMatchObject({ status: 303, headers: { location: 'http://127.0.0.1:1/x' } })
  })

  it.each(['http://example.com/', 'http://192.168.0.1/', 'http://127.0.0.1.example.com/', 'ftp://127.0.0.1/'])(
    'sends no unencrypted request to other machines: %s (T31)',
    async (address) => {
      await expect(send({ method: 'GET', url: new URL(address), headers: {} })).rejects.toMatchObject({
        code: 'net.insecure',
      })
    },
  )

  it('sends nothing if the environment disables TLS checks (T31)', async () => {
    const faulty = createNodeSend({ builtin: process.getBuiltinModule, env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })

    const attempt = faulty({ method: 'GET', url: new URL('https://127.0.0.1:1/'), headers: {} })

    await expect(attempt).rejects.toMatchObject({ code: 'net.tls-off' })
  })

  it('reports that no server listens, with the address and the next step, and that nothing was sent', async () => {
    const server = createTcpServer()
    const url = await listen(server)
    await new Promise((resolve) => server.close(resolve))

    const attempt = send({ method: 'GET', url, headers: {} })

    await expect(attempt).rejects.toMatchObject({
      code: 'net.unreachable',
      message: `No connection to ${url.host}: no process listens on that port.`,
      suggestions: [expect.stringContaining('app emulator start')],
      details: { sent: false, reason: 'ECONNREFUSED' },
    })
  })

  it('reports that the request was sent if the connection breaks afterwards (P18)', async () => {
    const url = await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())))

    const attempt = send({ method: 'POST', url, headers: {}, body: 'x' })

    await expect(attempt).rejects.toMatchObject({
      code: 'net.unreachable',
      details: { sent: true, reason: 'ECONNRESET' },
    })
  })

  it('never accepts a partial response as complete, regardless of how the connection breaks', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'
    const ended = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(head))))
    const reset = await listen(
      createTcpServer((socket) => socket.once('data', () => socket.write(head, () => socket.resetAndDestroy()))),
    )

    for (const url of [ended, reset]) {
      await expect(send({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
        code: 'net.unreachable',
        details: { sent: true, reason: 'ECONNRESET' },
      })
    }
  })

  it('reads an endless response only up to its size limit', async () => {
    const piece = Buffer.alloc(4 * 1024 * 1024)
    let isGone = false
    const url = await serve((_, response) => {
      response.on('close', () => (isGone = true))
      const go = (): void => void (isGone || response.write(piece, go))
      go()
    })

    await expect(send({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
      code: 'net.too-large',
      details: { sent: true },
    })
    await expect.poll(() => isGone).toBe(true)
  })

  it('stops when the request time limit is reached', async () => {
    const url = await listen(createTcpServer(() => {}))

    expect(await timedOut('GET', url)).toMatchObject({ code: 'net.timeout', details: { sent: true } })
  })

  it.each([
    ['GET', /^Try again/],
    ['POST', /^The target may have received the request/],
    ['PUT', /^The target may have received the request/],
    ['PATCH', /^The target may have received the request/],
    ['DELETE', /^The target may have received the request/],
  ] as const)('after a %s timeout the first suggestion matches %s', async (method, first) => {
    const url = await listen(createTcpServer(() => {}))

    expect(await timedOut(method, url)).toMatchObject({ suggestions: { 0: expect.stringMatching(first) as string } })
  })

  it('stops immediately when interrupted, before and during the request (P15)', async () => {
    const url = await listen(createTcpServer(() => {}))
    const controller = new AbortController()

    const attempt = send({ method: 'GET', url, headers: {}, signal: controller.signal })
    setTimeout(() => controller.abort('SIGINT'), 20)

    await expect(attempt).rejects.toMatchObject({ code: 'cli.interrupted' })
    await expect(send({ method: 'GET', url, headers: {}, signal: controller.signal })).rejects.toMatchObject({
      code: 'cli.interrupted',
      details: { sent: false },
    })
  })

  it('prints no secret under NODE_DEBUG (T35)', async () => {
    const url = await serve((_, response) => response.end('{}'))
    const module = fileURLToPath(new URL('../../src/client/node-send.ts', import.meta.url))
    const script = `
      const { createNodeSend } = await import(${JSON.stringify(module)})
      const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
      await send({ method: 'POST', url: new URL(${JSON.stringify(url.href)}), headers: { Authorization: 'Bearer canary-1' }, body: 'canary-2' })`

    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { NODE_DEBUG: '*' },
      maxBuffer: 64 * 1024 * 1024,
    })

    expect(stderr).toMatch(/HTTP|NET/)
    expect(stdout + stderr).not.toMatch(/canary-[12]/)
  })

  it('returns text bodies unchanged and ignores request data that does not apply to a GET', async () => {
    const url = await serve((request, response) => response.end(request.headers['content-length'] ?? 'none'))

    expect(text((await send({ method: 'GET', url, headers: {} })).body)).toBe('none')
    expect(text((await send({ method: 'DELETE', url, headers: {} })).body)).toBe('0')
  })
})

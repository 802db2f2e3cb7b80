import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, connect, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'

import { describe, expect, it, onTestFinished } from 'vitest'

import { obtainByApproval } from '../../src/install/approve.ts'
import { authorizeUrl } from '../../src/protocol/authorize-url.ts'
import { freePort } from '../support/processes/free-port.ts'
import { makePaths, nodeSend, serve } from '../support/served.ts'

/** Sends bytes as they are and answers with all that comes back. */
function raw(url: string, text: string): Promise<string> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port: Number(port) }, () => socket.write(text))
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

function hold(host: string, port: number): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      onTestFinished(() => void server.close())
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 })
    })
  })
}

describe('the listeners', () => {
  it('serves four sites on loopback, the admin under a different host name than the API (GEN-001 GEN-002)', async () => {
    const { urls, control } = await serve()

    expect(new Set(Object.values(urls)).size).toBe(4)
    expect(urls.admin).toMatch(/^http:\/\/localhost:\d+$/)
    for (const site of [urls.api, urls.portal, urls.storefront]) expect(site).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await control.status()).toMatchObject({ urls, pid: process.pid, version: '0.0.0-test' })
    expect(await (await fetch(urls.api)).text()).toContain('Endpoints start with /api/apps/v1.')
  })

  it('cannot be reached through a network address (T9)', async () => {
    const { urls } = await serve()
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address !== undefined && !address.internal && address.family === 'IPv4')
    const host = outside?.address ?? '127.0.0.2'

    const reached = await new Promise((resolve) => {
      const socket = connect({ host, port: Number(new URL(urls.api).port) }, () => resolve(true))
      socket.on('error', () => resolve(false))
    })

    expect(reached).toBe(false)
  })

  it.each(['0.0.0.0', '0', '::', '0x0', '[::]', '0.0', '*', '0:0:0:0:0:0:0:0', '00'])(
    'rejects the bind address %s (T9)',
    async (host) => {
      await expect(serve({ host })).rejects.toMatchObject({ code: 'emulator.bad-request' })
    },
  )

  it.each(['127.0.0.1', 'localhost', 'my-machine', undefined])('stays on loopback if HOST is %s (T9)', async (host) => {
    const { urls } = await serve({ host })

    expect(urls.api).toContain('//127.0.0.1:')
  })

  it.each([
    ['a foreign host', 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n', 403],
    ['another port', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n', 403],
    ['no port', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 403],
    ['a folded number', 'GET / HTTP/1.1\r\nHost: 2130706433:PORT\r\n\r\n', 403],
    ['a user in the host', 'GET / HTTP/1.1\r\nHost: localhost:PORT@evil.example\r\n\r\n', 403],
    ['half an address', 'GET / HTTP/1.1\r\nHost: [\r\n\r\n', 403],
    ['a percent sign', 'GET / HTTP/1.1\r\nHost: %\r\n\r\n', 403],
    ['an impossible port', 'GET / HTTP/1.1\r\nHost: h:99999\r\n\r\n', 403],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['an address as target', 'GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 400],
    ['an asterisk as target', 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 400],
  ])('rejects %s and keeps running (T5 T15)', async (_what, text, expected) => {
    const { urls, control } = await serve()

    for (const site of Object.values(urls)) {
      const answer = await raw(
        site,
        text.replaceAll('PORT', new URL(site).port).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
      )
      expect(statusOf(answer), site).toBe(expected)
    }
    expect((await control.status()).pid).toBe(process.pid)
  })

  it('rejects tunnel requests to the portal, the admin and the storefront (T13)', async () => {
    const { urls } = await serve()

    for (const site of [urls.portal, urls.admin, urls.storefront]) {
      const host = new URL(site).host
      const answer = await raw(
        site,
        `GET /admin/sign-in HTTP/1.1\r\nHost: ${host}\r\nCf-Ray: 1\r\nConnection: close\r\n\r\n`,
      )
      expect(statusOf(answer), site).toBe(403)
    }
  })

  it.each(['api', 'portal', 'admin', 'storefront'] as const)(
    'the %s rejects a body that is too long, stated or not, and the API returns a documented status (T14)',
    async (site) => {
      const { urls } = await serve()
      const { host } = new URL(urls[site])
      const head = `POST /api/apps/oauth/token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nConnection: close\r\n`

      const stated = await raw(urls[site], `${head}Content-Length: 20000000\r\n\r\n{`)
      const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
      const chunked = await raw(urls[site], `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(11)}0\r\n\r\n`)
      const header = await raw(urls[site], `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)

      const status = site === 'api' ? 400 : 413
      expect([statusOf(stated), statusOf(chunked), statusOf(header)]).toEqual([status, status, 431])
    },
  )

  it('reads a chunked body of ordinary length (EXCH-002)', async () => {
    const { urls } = await serve()

    const answer = await raw(
      urls.api,
      `POST /api/apps/oauth/token HTTP/1.1\r\nHost: ${new URL(urls.api).host}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    )

    expect(answer).toContain('clientId, clientSecret, code are required.')
  })

  it.each(['Content-Length: 1000\r\n\r\n{"name":', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":\r\n'])(
    'a client that disconnects in the middle of a body is not reported as a bug: %j (T14)',
    async (part) => {
      const { urls, control, running } = await serve()
      const head = `POST /_emu/v1/stores HTTP/1.1\r\nHost: ${new URL(urls.portal).host}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${running.runFile.controlToken}\r\n`

      await new Promise((resolve) => {
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(urls.portal).port) })
        socket.on('error', resolve).on('close', resolve).resume()
        socket.end(head + part)
      })

      expect((await control.status()).stores).toBe(0)
      expect(await control.log()).toEqual([])
    },
  )
})

describe('ports in use', () => {
  it('reports the port in use and its process, and uses no other port (P9)', async () => {
    const { port } = await hold('127.0.0.1', 0)
    const paths = makePaths()

    await expect(serve({ paths, port })).rejects.toMatchObject({
      code: 'emulator.port-taken',
      message: expect.stringMatching(
        new RegExp(`^Port ${port} on 127.0.0.1 is in use by .*\\(pid ${process.pid}\\) in /`),
      ) as string,
    })
    expect(existsSync(paths.runFile)).toBe(false)
  })

  it('the admin binds both loopback addresses or neither (T16 R14)', async () => {
    // A port that no other test and no outgoing connection gets.
    const twin = await hold('::1', await freePort()).catch(() => null)
    if (twin === null) {
      // Without an IPv6 loopback there is no twin to take.
      expect((await serve()).urls.admin).toContain('localhost')
      return
    }

    await expect(serve({ port: twin.port - 1 })).rejects.toMatchObject({ code: 'emulator.port-taken' })
    const free = await hold('127.0.0.1', twin.port)
    expect(free.port).toBe(twin.port)
  })

  it('a failed start frees the earlier ports and the folder', async () => {
    const paths = makePaths()
    // Ports that no other test and no outgoing connection gets: the three before it must be free.
    const { port, server } = await hold('127.0.0.1', await freePort())
    await expect(serve({ paths, port: port - 3 })).rejects.toMatchObject({ code: 'emulator.port-taken' })

    server.close()
    const { urls } = await serve({ paths, port: port - 3 })

    expect(urls.storefront).toBe(`http://127.0.0.1:${port}`)
  })
})

describe('one emulator per folder', () => {
  it('the second start reports the running process (P14)', async () => {
    const { paths, control } = await serve()

    await expect(serve({ paths })).rejects.toMatchObject({
      code: 'emulator.already-running',
      message: expect.stringContaining(`pid ${process.pid}`),
    })
    expect((await control.status()).pid).toBe(process.pid)
  })

  it('writes a run file for this user only, and removes it (T17)', async () => {
    const { paths, running, urls } = await serve()

    expect(statSync(paths.runFile).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(paths.runFile, 'utf8'))).toMatchObject({ urls, pid: process.pid })
    await running.close()
    expect(existsSync(paths.runFile)).toBe(false)
  })

  it('removes the run file of a killed emulator before it starts, so no command uses it as the current one (P14)', async () => {
    const { port } = await hold('127.0.0.1', 0)
    const paths = makePaths()
    const { running } = await serve({ paths })
    const left = readFileSync(paths.runFile)
    await running.close()
    writeFileSync(paths.runFile, left)

    await expect(serve({ paths, port })).rejects.toMatchObject({ code: 'emulator.port-taken' })

    expect(existsSync(paths.runFile)).toBe(false)
  })

  it('stops when the control interface requests it', async () => {
    const { running, control } = await serve()

    await control.stop()

    await expect(running.stopRequested).resolves.toBeUndefined()
  })
})

describe('the whole flow over HTTP', () => {
  it('an install through the real form and parallel exchanges of its code return one 200, else the same bytes (INST-002 INST-054 EXCH-045)', async () => {
    const { urls, control } = await serve()
    const redirectUri = 'http://127.0.0.1:3000/auth/callback'
    const { secrets } = await control.register({
      key: 'app.acme.loyalty',
      name: 'Loyalty',
      requested_scopes: ['orders.read'],
      redirect_uris: [redirectUri],
    })
    const { store } = await control.openStore({ name: 'Demo', appKey: 'app.acme.loyalty', seed: 'none' })
    const clientId = secrets?.client_id ?? ''
    const address = authorizeUrl({
      adminUrl: urls.admin,
      appKey: 'app.acme.loyalty',
      clientId,
      scopes: ['orders.read'],
      state: 's1',
    })
    const approve = obtainByApproval({ send: nodeSend, signInUrl: () => control.signInUrl({ store: store.code }) })

    const answer = await approve({ authorizeUrl: address, redirectUri, state: 's1' })

    const { code } = answer as { code: string }
    const body = JSON.stringify({ clientId, clientSecret: secrets?.client_secret, code })
    const exchange = () =>
      nodeSend({
        method: 'POST',
        url: new URL('/api/apps/oauth/token', urls.api),
        headers: { 'Content-Type': 'application/json' },
        body,
      })
    // 30 a minute from one address: the others are refused before their code is looked at.
    const tries = await Promise.all(Array.from({ length: 30 }, exchange))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = tries.filter(({ status }) => status === 401).map((answer) => Buffer.from(answer.body).toString())
    expect(refused).toHaveLength(29)
    expect(new Set(refused).size).toBe(1)
    expect((await exchange()).status).toBe(429)
  })
})

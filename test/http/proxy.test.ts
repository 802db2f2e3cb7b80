import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import Doctor from '../../src/commands/doctor.ts'
import { startOutbound } from '../../src/gateway/outbound.ts'
import { proxyFor, shownProxy } from '../../src/http/proxy.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { runCommand } from '../support/command/command.ts'
import { makeConnectProxy, type ProxyOptions } from '../support/live/connect-proxy.ts'
import { makeLive } from '../support/live/counting-live.ts'
import { makeFront } from '../support/live/front.ts'

const api = new URL('https://api.platform.example/api')

async function sendBy(env: (host: string) => Record<string, string>, options: ProxyOptions = {}) {
  const front = await makeFront({ api: () => ({ status: 200, body: '{}' }) })
  const proxy = await makeConnectProxy(options)
  const send = createNodeSend({ builtin: process.getBuiltinModule.bind(process), env: env(proxy.host) })
  const url = new URL(`${front.origins.api}/api/apps/v1/context`)
  const answer = await send({ method: 'GET', url, headers: { Authorization: 'Bearer x' } }).catch(
    (error: unknown) => error,
  )
  return { answer, proxy, front, target: url.host }
}

describe('a request through a proxy from the environment', () => {
  it.each([
    ['HTTPS_PROXY', 'http://', {}],
    ['https_proxy', '', {}],
    ['ALL_PROXY', 'http://', {}],
    ['http_proxy', 'http://', {}],
    ['HTTPS_PROXY', 'http://name:p%40ss@', { login: 'name:p@ss' }],
    ['https_proxy', 'http://name:p%40ss@', { login: 'name:p@ss' }],
  ])('opens a tunnel to the target host: %s=%s…', async (name, before, options) => {
    const { answer, proxy, front, target } = await sendBy((host) => ({ [name]: before + host }), options)

    expect(answer).toMatchObject({ status: 200 })
    expect([proxy.asked, front.arrived()]).toEqual([[target], 1])
  })

  it.each([
    ['no password', '', 'requires a user name and password'],
    ['a wrong password', 'name:wrong@', 'rejected the user name and password'],
  ])('with %s fails with a separate error code and shows no password', async (_, login, message) => {
    const { answer, front } = await sendBy((host) => ({ HTTPS_PROXY: `http://${login}${host}` }), {
      login: 'name:right',
    })

    expect(answer).toMatchObject({
      code: 'net.proxy-auth',
      message: expect.stringContaining(message),
      details: { sent: false, status: 407 },
    })
    expect((answer as Error).message).not.toContain('wrong')
    expect(front.arrived()).toBe(0)
  })

  it('reports the status of a proxy that rejects CONNECT, and sends nothing', async () => {
    const { answer, front, target } = await sendBy((host) => ({ HTTPS_PROXY: `http://${host}` }), { status: 403 })

    expect(answer).toMatchObject({
      code: 'net.proxy-failed',
      message: expect.stringContaining(`rejected the connection to ${target} (403). Nothing was sent.`),
    })
    expect(front.arrived()).toBe(0)
  })

  it('reports a proxy that is not running, with its variable', async () => {
    const { answer, front } = await sendBy(() => ({ ALL_PROXY: 'http://name:secret@127.0.0.1:1' }))

    expect(answer).toMatchObject({
      code: 'net.proxy-failed',
      message: 'The proxy http://***@127.0.0.1:1 (ALL_PROXY) could not be reached (ECONNREFUSED). Nothing was sent.',
    })
    expect(front.arrived()).toBe(0)
  })

  it.each(['*', 'api.platform.test', '.platform.test', '*.test', 'other.example, platform.test'])(
    'bypasses the proxy for a host in NO_PROXY: %s',
    async (list) => {
      const { answer, proxy } = await sendBy((host) => ({ HTTPS_PROXY: host, NO_PROXY: list }))

      expect(answer).toMatchObject({ status: 200 })
      expect(proxy.asked).toEqual([])
    },
  )
})

describe('the proxy for an address', () => {
  it.each(['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://x.localhost/'])(
    'is not used for this machine: %s',
    (address) => {
      expect(proxyFor(new URL(address), { HTTPS_PROXY: 'http://proxy.example:8080' })).toBeNull()
    },
  )

  it.each(['platform.example:444', 'form.example', 'api'])('is used if NO_PROXY does not match: %s', (list) => {
    expect(proxyFor(api, { HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: list })).not.toBeNull()
  })

  it('is rejected if it is not an HTTP proxy', () => {
    expect(() => proxyFor(api, { all_proxy: 'socks5://a:b@proxy.example' })).toThrow(
      expect.objectContaining({ code: 'net.proxy-failed', message: expect.not.stringContaining('a:b') }),
    )
  })

  it('is shown without user name and password', () => {
    const proxy = proxyFor(api, { https_proxy: 'http://name:secret@proxy.example:8080' })

    expect(proxy && shownProxy(proxy)).toBe('http://***@proxy.example:8080 (https_proxy)')
  })
})

it('app doctor shows the proxy of the live platform without its password', async () => {
  const { context } = await makeLive()
  const env = { HTTPS_PROXY: 'http://name:secret@proxy.example:8080' }

  const { stdout, stderr } = await runCommand(Doctor, ['--target', 'live', '--json'], context({ env }))

  expect(stdout).toContain('through the proxy http://***@proxy.example:8080 (HTTPS_PROXY)')
  expect(stdout + stderr).not.toContain('name:secret')
})

it('sends the calls of the app in app dev through the proxy', async () => {
  const front = await makeFront({
    api: () => ({ status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  })
  const proxy = await makeConnectProxy()
  const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
  const baseUrl = new URL(front.origins.api)
  const outbound = await startOutbound({
    port: 0,
    baseUrl,
    proxy: proxyFor(baseUrl, { HTTPS_PROXY: proxy.url }),
    journal,
    now: () => new Date(),
    clock: () => performance.now(),
    onCall: () => {},
    onExchange: async () => {},
    clientId: () => null,
    endpoints: [],
  })
  onTestFinished(async () => {
    await outbound.close()
    journal.close()
  })

  const answer = await fetch(`${outbound.url}/api/apps/v1/context`)

  expect([answer.status, proxy.asked, front.arrived()]).toEqual([200, [baseUrl.host], 1])
})

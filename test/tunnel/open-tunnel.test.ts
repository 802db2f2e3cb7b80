import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { isAlive } from '../../src/processes/alive.ts'
import { openTunnel } from '../../src/tunnel/open-tunnel.ts'
import { createProbe } from '../../src/tunnel/probe.ts'
import type { TunnelChoice, TunnelEvent } from '../../src/tunnel/tunnel.ts'
import { makeApp } from '../support/app.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'
import { standInAddress } from './stand-in-address.ts'
import { makeStandIn, type Behaviour } from './stand-in.ts'

async function makeTunnel(behaviour: Behaviour = {}, choice: TunnelChoice = { kind: 'quick' }) {
  const gateway = await makeApp((request, response) => {
    const isProbe = request.target === '/probe-123'
    response.writeHead(isProbe ? 200 : 404).end(isProbe ? 'it is me' : 'no')
  })
  const standIn = makeStandIn(behaviour)
  const events: TunnelEvent[] = []
  const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
  const probe = createProbe({ send, path: '/probe-123', answer: 'it is me' })
  const tunnel = openTunnel({
    choice,
    binary: async () => standIn.binary,
    run: {
      port: gateway.port,
      folder: standIn.folder,
      env: { PATH: process.env['PATH'], HOME: '/nowhere', SVCAPP_CLIENT_SECRET: 'cs_x', TUNNEL_LOGLEVEL: 'debug' },
      nodePath: process.execPath,
      address: standInAddress,
    },
    probe: async (url, over) => (await probe(url, over)).isUp,
    now: () => new Date(),
    sleep: (ms, signal) => pause(ms, undefined, { ...(signal && { signal }) }),
    random: () => 0.5,
    emit: (event) => events.push(event),
  })
  onTestFinished(tunnel.close)
  const named = (name: TunnelEvent['event']) => events.filter(({ event }) => event === name)
  return { gateway, standIn, events, tunnel, named, send }
}

describe('a tunnel', () => {
  it('opens, routes to the gateway, and leaves no process behind', async () => {
    const { tunnel, gateway, standIn, events, send } = await makeTunnel()

    const url = await tunnel.opened
    const { status } = await send({ method: 'GET', url: new URL('/page', url), headers: {} })
    const [start] = standIn.starts()
    await tunnel.close()

    expect([status, gateway.seen.at(-1)?.headers['cf-ray']]).toEqual([404, '1'])
    expect(events).toEqual([{ event: 'tunnel-up', url: url.origin, protocol: 'quic' }])
    await expect.poll(() => isAlive(start?.pid ?? 0)).toBe(false)
  })

  it('starts the program without secrets, --loglevel debug and environment variables that change it (T18 T35)', async () => {
    const { tunnel, standIn } = await makeTunnel()
    await tunnel.opened

    const [start] = standIn.starts()

    expect(start?.args).toEqual(
      expect.arrayContaining(['--no-autoupdate', '--loglevel', 'info', '--metrics', '127.0.0.1:0']),
    )
    expect(start?.env.filter((name) => name.startsWith('SVCAPP_') || name.startsWith('TUNNEL_'))).toEqual([])
  })

  it('kill -9 of the program is detected by its exit, and it restarts and reports the changed address (P10)', async () => {
    const { tunnel, standIn, named } = await makeTunnel()
    const before = await tunnel.opened

    process.kill(standIn.starts()[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => named('tunnel-up').length).toBe(2)

    expect(named('tunnel-down')[0]).toMatchObject({ retryInMs: 1000, reason: 'cloudflared exited (SIGKILL)' })
    expect(named('tunnel-changed')).toEqual([
      { event: 'tunnel-changed', from: before.origin, to: tunnel.url()?.origin },
    ])
    expect(tunnel.isUp()).toBe(true)
  })

  it('a hanging program is detected by its probe within 15 s and stopped, even if it ignores SIGTERM (P10)', async () => {
    const { tunnel, gateway, standIn, named } = await makeTunnel({ deaf: true })
    await tunnel.opened
    const [first] = standIn.starts()
    const stoppedAt = Date.now()

    process.kill(first?.pid ?? 0, 'SIGSTOP')
    await expect.poll(() => named('tunnel-down').length).toBe(1)

    expect(Date.now() - stoppedAt).toBeLessThan(atThisLoad(24_000))
    await expect.poll(() => isAlive(first?.pid ?? 0)).toBe(false)
    await expect.poll(() => named('tunnel-up').length).toBe(2)
    expect(gateway.seen.length).toBeGreaterThanOrEqual(2)
  })

  it('falls back to HTTP/2 if QUIC is blocked', async () => {
    const { tunnel, standIn, named } = await makeTunnel({ quicBlocked: true })

    await tunnel.opened

    expect(standIn.starts().map(({ args }) => args[args.indexOf('--protocol') + 1])).toEqual(['quic', 'http2'])
    expect(named('tunnel-notice')).toHaveLength(1)
    expect(named('tunnel-up')).toMatchObject([{ protocol: 'http2' }])
  })

  it.each([
    ['status_code="429 Too Many Requests"', /rate limiting quick tunnels/],
    ['"dev" is neither the ID nor the name of any of your tunnels', /tunnel is unknown/],
  ])('cannot be opened: %s', async (fail, words) => {
    const { tunnel } = await makeTunnel({ fail })

    await expect(tunnel.opened).rejects.toMatchObject({
      code: 'tunnel.rejected',
      message: expect.stringMatching(words) as string,
    })
  })

  it('retries with growing pauses until it opens', async () => {
    const { named, tunnel } = await makeTunnel({
      fail: 'dial tcp: lookup api.trycloudflare.com: no such host',
      failures: 3,
    })

    await tunnel.opened

    expect(named('tunnel-down').map((event) => 'retryInMs' in event && event.retryInMs)).toEqual([1000, 2000, 4000])
    expect(named('tunnel-down')[0]).toMatchObject({ reason: expect.stringContaining('no such host') as string })
  })

  it('a custom address starts nothing, and is reported when it starts or stops pointing to this gateway', async () => {
    const gateway = await makeApp((_, response) => void response.end('it is me'))
    const { tunnel, standIn, events } = await makeTunnel(
      {},
      { kind: 'own', url: new URL(`http://127.0.0.1:${gateway.port}`) },
    )

    await tunnel.opened
    await gateway.close()
    await expect.poll(() => events.length).toBe(2)

    expect(events.map(({ event }) => event)).toEqual(['tunnel-up', 'tunnel-down'])
    expect(standIn.starts()).toEqual([])
  })

  it('a named tunnel runs with its name and a stable address', async () => {
    const gateway = await makeApp((_, response) => void response.end('it is me'))
    const url = new URL(`http://127.0.0.1:${gateway.port}`)
    const { tunnel, standIn } = await makeTunnel({}, { kind: 'named', name: 'dev', url })

    expect((await tunnel.opened).href).toBe(url.href)
    expect(standIn.starts()[0]?.args.slice(-4)).toEqual([
      'run',
      '--url',
      expect.stringContaining('http://127.0.0.1:'),
      'dev',
    ])
  })

  it('another server at the address is not mistaken for this gateway', async () => {
    const other = await makeApp((_, response) => void response.end('somebody else'))
    const { tunnel, events } = await makeTunnel({}, { kind: 'own', url: new URL(`http://127.0.0.1:${other.port}`) })

    await expect.poll(() => other.seen.length).toBeGreaterThan(1)

    expect([events, tunnel.isUp()]).toEqual([[], false])
  })
})

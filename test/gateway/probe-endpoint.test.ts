import { randomBytes } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { createNodeSend } from '../../src/client/node-send.ts'
import { makeProbeEndpoint } from '../../src/gateway/probe-endpoint.ts'
import { listDeliveries } from '../../src/journal/deliveries.ts'
import { createProbe } from '../../src/tunnel/probe.ts'
import { makeApp } from '../support/app.ts'
import { makeGateway, rawExchange } from './support.ts'

async function makeProbed() {
  const app = await makeApp()
  const probe = makeProbeEndpoint(randomBytes)
  const gateway = await makeGateway(app.port, { probe })
  return { app, probe, gateway }
}

describe('the probe path of the gateway', () => {
  it('is new at each start, and hard to guess', () => {
    const [one, other] = [makeProbeEndpoint(randomBytes), makeProbeEndpoint(randomBytes)]

    expect(one.path).toMatch(/^\/\.svcapp-probe\/[0-9a-f]{32}$/)
    expect(one.answer).toMatch(/^[0-9a-f]{32}$/)
    expect(one.path).not.toContain(one.answer)
    expect([one.path === other.path, one.answer === other.answer]).toEqual([false, false])
  })

  it('responds to GET and HEAD with its text, which neither the app nor the journal sees', async () => {
    const { app, probe, gateway } = await makeProbed()

    const get = await fetch(gateway.url + probe.path)
    const query = await fetch(`${gateway.url}${probe.path}?x=1`)
    const head = await fetch(gateway.url + probe.path, { method: 'HEAD' })

    expect([get.status, await get.text(), get.headers.get('cache-control')]).toEqual([200, probe.answer, 'no-store'])
    expect(await query.text()).toBe(probe.answer)
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect([app.seen.length, listDeliveries(gateway.journal).length, gateway.refusals.size]).toEqual([0, 0, 0])
  })

  it('is distinguished from the path of another gateway and from an app without one', async () => {
    const { gateway, app } = await makeProbed()
    const send = createNodeSend({ builtin: process.getBuiltinModule.bind(process), env: {} })
    const probe = createProbe({ send, ...makeProbeEndpoint(randomBytes) })
    const { signal } = new AbortController()

    const other = await probe(new URL(gateway.url), signal)
    const none = await probe(new URL(`http://127.0.0.1:${app.port}`), signal)

    expect(other).toEqual({ isUp: false, intercepted: null, isOther: true })
    expect(none).toEqual({ isUp: false, intercepted: null, isOther: false })
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s with 405', async (method) => {
    const { app, probe, gateway } = await makeProbed()

    const response = await fetch(gateway.url + probe.path, { method })

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await response.text()).not.toContain(probe.answer)
    expect(app.seen).toEqual([])
  })

  it.each([
    ['GET PATH/ HTTP/1.1\r\nHost: x', 404],
    ['GET /.svcapp-probe/00000000000000000000000000000000 HTTP/1.1\r\nHost: x', 404],
    ['GET /.SVCAPP-probe HTTP/1.1\r\nHost: x', 404],
    ['GET /x/..%2f.svcapp-probe/a HTTP/1.1\r\nHost: x', 404],
    ['GET PATH HTTP/1.1\r\nHost: x\r\nHost: y', 400],
    ['GET PATH HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade', 404],
  ])('rejects other requests without forwarding them to the app: %s (T13)', async (request, status) => {
    const { app, probe, gateway } = await makeProbed()

    const text = `${request.replace('PATH', probe.path)}\r\nContent-Length: 0\r\n${request.includes('Upgrade') ? '' : 'Connection: close\r\n'}\r\n`
    const answer = await rawExchange(gateway.port, text)

    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(answer).not.toContain(probe.answer)
    expect(app.seen).toEqual([])
  })

  it('identifies only this gateway to the tunnel probe', async () => {
    const { probe, gateway } = await makeProbed()
    const other = await makeProbed()
    const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
    const leadsHere = createProbe({ send, ...probe })
    const { signal } = new AbortController()

    expect(await leadsHere(new URL(gateway.url), signal)).toMatchObject({ isUp: true, intercepted: null })
    expect(await leadsHere(new URL(other.gateway.url), signal)).toMatchObject({ isUp: false, intercepted: null })
  })

  it.each([
    [403, 'the check was intercepted (403, text/html, server: cloudflare), but deliveries may still arrive'],
    [404, null],
    [530, null],
  ])(
    'distinguishes a firewall that intercepts the probe from an address that points elsewhere: %i',
    async (status, intercepted) => {
      const headers = { 'Content-Type': 'text/html; charset=UTF-8', Server: 'cloudflare' }
      const firewall = await makeApp((_, response) => void response.writeHead(status, headers).end('<html>'))
      const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })
      const probe = { path: '/probe', answer: 'it is me' }

      const result = await createProbe({ send, ...probe })(
        new URL(`http://127.0.0.1:${firewall.port}`),
        new AbortController().signal,
      )

      expect(result).toMatchObject({ isUp: false, intercepted })
    },
  )
})

import { describe, expect, it } from 'vitest'

import type { ClockAnswer, EmulatorStatus } from '../../../src/control/contract.ts'
import { makeEmulator } from '../../support/emulator.ts'

const json = { 'Content-Type': 'application/json' }

const ask = (headers: Record<string, string>, { path = '/apps', method = 'GET' } = {}) => {
  const { emulator, urls } = makeEmulator()
  const token = emulator.controlToken
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('TOKEN', token)]),
  )
  return emulator.fetch(new Request(`${urls.portal}/_emu/v1${path}`, { method, headers: filled }))
}

describe('access to the control interface', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { Authorization: 'Bearer 0' }],
    ['a token of the right length', { Authorization: `Bearer ${'0'.repeat(64)}` }],
    ['the token in another scheme', { Authorization: 'Basic TOKEN' }],
    ['the token with something behind it', { Authorization: 'Bearer TOKEN x' }],
  ])('returns 401 for %s (T19)', async (_what, headers) => {
    expect((await ask(headers)).status).toBe(401)
  })

  it.each([
    ['T4 a foreign origin', { Origin: 'https://evil.example' }],
    ['T6 a page without an origin', { Origin: 'null' }],
    ['T4 another port of this machine', { Origin: 'http://127.0.0.1:3000' }],
    ['T4 the store admin', { Origin: 'http://localhost:4801' }],
    ['T13 a tunnel', { 'Cf-Connecting-Ip': '203.0.113.7' }],
    ['T13 a tunnel', { 'cf-ray': 'x' }],
  ])('%s: returns 403 even with the token, and no CORS header', async (_what, headers) => {
    const answer = await ask({ Authorization: 'Bearer TOKEN', ...headers })

    expect(answer.status).toBe(403)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'rejects a write as %j with 415 (T8)',
    async (type) => {
      const headers = { Authorization: 'Bearer TOKEN', ...(type === '' ? {} : { 'Content-Type': type }) }

      expect((await ask(headers, { path: '/reset', method: 'POST' })).status).toBe(415)
    },
  )

  it('rejects every unknown host, however it is spelled (T5 T15)', async () => {
    const { emulator } = makeEmulator()
    const headers = { Authorization: `Bearer ${emulator.controlToken}` }

    for (const host of ['evil.example:4802', 'localhost.evil.example:4802', '127.0.0.1:4899', '127.0.0.2:4802']) {
      const answer = await emulator.fetch(new Request(`http://${host}/_emu/v1/apps`, { headers }))
      expect(answer.status, host).toBe(403)
    }
    expect((await emulator.fetch(new Request('http://localhost:4802/_emu/v1/apps', { headers }))).status).toBe(200)
  })

  it('reports a write that fails because the disk is full, and keeps running', async () => {
    const { emulator, control } = makeEmulator()
    const { registry } = emulator.context
    registry.exec(`PRAGMA max_page_count = ${Number(registry.prepare('PRAGMA page_count').get()?.['page_count'])}`)
    const setMany = async () => {
      for (let times = 0; times < 500; times++)
        await control('POST', '/faults', { kind: '429', path: `/${'x'.repeat(90)}` })
    }

    await expect(setMany()).rejects.toThrow(/: 400 .*"storage\.unwritable".*the disk is full/)
    const log = { level: 'warn', code: 'x', message: 'x'.repeat(9000), details: {} } as const
    expect(() => emulator.context.log(log)).not.toThrow()
    expect(await control('GET', '/apps')).toEqual({ apps: [] })
  })

  it('rejects a hostile body and keeps running (T23)', async () => {
    const { emulator, urls, control } = makeEmulator()
    const post = (body: string) =>
      emulator.fetch(
        new Request(`${urls.portal}/_emu/v1/stores`, {
          method: 'POST',
          headers: { ...json, Authorization: `Bearer ${emulator.controlToken}` },
          body,
        }),
      )

    for (const body of ['[', '[]', '7', '"x"', '['.repeat(100_000), '{"__proto__":{"name":"x"}}']) {
      expect((await post(body)).status, body.slice(0, 20)).toBe(400)
    }
    expect(await control('GET', '/stores')).toEqual({ stores: [] })
  })
})

describe('the control interface', () => {
  it('is not part of the platform, so the API and the admin do not serve it', async () => {
    const { emulator, urls } = makeEmulator()
    const headers = { Authorization: `Bearer ${emulator.controlToken}` }

    for (const url of [urls.api, urls.admin, urls.storefront]) {
      const answer = await emulator.fetch(new Request(`${url}/_emu/v1/apps`, { headers }))
      expect(answer.status, url).not.toBe(200)
    }
  })

  it('reports its state', async () => {
    const { control, registerApp, openStore, urls } = makeEmulator()
    await registerApp()
    await openStore({ seed: 'none' })

    expect(await control<EmulatorStatus>('GET', '/status')).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      urls,
      apps: 1,
      stores: 1,
      queue: { pending: 0, delivered: 0, dead_letter: 0 },
      clock: { offsetMs: 0 },
    })
  })

  it('moves the clock forward only, and keeps the time between reads (B47)', async () => {
    const { control, rawControl } = makeEmulator()
    const before = await control<ClockAnswer>('GET', '/clock')

    const after = await control<ClockAnswer>('POST', '/clock/advance', { ms: 360_000 })

    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(360_000)
    expect(await control('GET', '/clock')).toEqual(after)
    for (const ms of [-1, 1.5, 1e18, '5']) expect((await rawControl('POST', '/clock/advance', { ms })).status).toBe(400)
  })

  it('changes known settings only', async () => {
    const { control, rawControl } = makeEmulator()

    const { settings } = await control<{ settings: object }>('PUT', '/settings', {
      pin: 'documented-only',
      retryDelaysMs: [1],
    })

    expect(settings).toMatchObject({ pin: 'documented-only', retryDelaysMs: [1], importEmits: false })
    for (const change of [
      { pin: 'never' },
      { colour: 'red' },
      { retryDelaysMs: [-1] },
      { showCause: 'yes' },
      { toString: true },
    ]) {
      expect((await rawControl('PUT', '/settings', change)).status, JSON.stringify(change)).toBe(400)
    }
  })

  it('a reset removes everything except the emulator itself', async () => {
    const { control, registerApp, openStore, installApp, emulator } = makeEmulator()
    const app = await registerApp()
    const store = await openStore({ appKey: app.appKey })
    await installApp({ app, store })
    await control('POST', '/clock/advance', { ms: 1000 })
    const { id } = await control<EmulatorStatus>('GET', '/status')

    await control('POST', '/reset', {})

    expect(await control('GET', '/status')).toMatchObject({ id, apps: 0, stores: 0, clock: { offsetMs: 0 } })
    const again = await openStore()
    expect([again.store.id, again.code]).toEqual([1001, 'demo'])
    expect(emulator.context.registry.prepare('SELECT count(*) AS n FROM tokens').get()).toEqual({ n: 0 })
  })

  it.each([
    ['GET /apps/app.no.such', 404, 'emulator.unknown-app'],
    ['POST /stores/nowhere/sign-in', 404, 'emulator.unknown-store'],
    ['POST /stores/nowhere/orders', 404, 'emulator.unknown-store'],
    ['POST /apps/app.no.such/publish', 404, 'emulator.unknown-app'],
    ['GET /deliveries?state=lost', 400, 'emulator.bad-request'],
    ['GET /log?limit=all', 400, 'emulator.bad-request'],
    ['GET /nothing', 404, 'emulator.bad-request'],
  ])('%s returns %i with the code %s', async (operation, status, code) => {
    const { rawControl } = makeEmulator()
    const [method = '', path = ''] = operation.split(' ')

    const answer = await rawControl(method, path, method === 'GET' ? undefined : {})

    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
  })
})

describe('the developer portal', () => {
  it('opens with a single-use address and shows apps, stores and the Webhooks tab (APP-030 APP-031)', async () => {
    const { emulator, control, registerApp, openStore, urls } = makeEmulator()
    const { appKey, secrets } = await registerApp()
    await openStore({ appKey, seed: 'none' })
    const { url } = await control<{ url: string }>('POST', '/portal-address', {})

    const opened = await emulator.fetch(new Request(url))
    const again = await emulator.fetch(new Request(url))
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const open = async (path: string) =>
      (await emulator.fetch(new Request(urls.portal + path, { headers: { Cookie: cookie } }))).text()

    expect([opened.status, again.status]).toEqual([303, 403])
    expect(opened.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Strict')
    expect(await open('/')).toContain(appKey)
    const page = await open(`/apps/${appKey}/webhooks`)
    expect(page).toContain('Send test event')
    expect(page).toContain('No deliveries yet')
    expect(page).not.toContain(secrets.webhook_signing_secret)
  })

  it('shows the queue with delivery states and the last error of a failing delivery (APP-031 APP-032)', async () => {
    const { emulator, control, registerApp, openStore, installApp, urls } = makeEmulator()
    // Nothing listens on port 9 of this machine.
    const app = await registerApp({ webhook_url: 'http://127.0.0.1:9/in', webhook_topics: ['order.created'] })
    const store = await openStore({ appKey: app.appKey })
    await installApp({ app, store })
    await control('PUT', '/settings', { retryDelaysMs: [1000] })
    await control('POST', `/stores/${store.code}/orders`, {})
    const { url } = await control<{ url: string }>('POST', '/portal-address', {})
    const cookie = ((await emulator.fetch(new Request(url))).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const tab = async () =>
      (
        await emulator.fetch(new Request(`${urls.portal}/apps/${app.appKey}/webhooks`, { headers: { Cookie: cookie } }))
      ).text()
    await emulator.queue.settle()

    const { deliveries } = await control<{ deliveries: { state: string; lastError: string }[] }>('GET', '/deliveries')
    expect(deliveries).toMatchObject([{ state: 'pending', lastError: expect.stringMatching(/\w/) }])
    expect(await tab()).toMatch(/>pending<\//)
    await control('POST', '/clock/advance', { ms: 60_000 })

    const page = await tab()
    expect(page).toMatch(/>dead letter<\//)
    expect(page).toContain(deliveries[0]?.lastError ?? 'missing')
  })

  it('is closed to requests without the address (T19)', async () => {
    const { emulator, urls, registerApp } = makeEmulator()
    await registerApp()

    for (const path of ['/', '/apps/app.acme.loyalty', '/?ticket=x']) {
      const answer = await emulator.fetch(new Request(urls.portal + path))
      expect([answer.status, (await answer.text()).includes('Loyalty')], path).toEqual([403, false])
    }
  })
})

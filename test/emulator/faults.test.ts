import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { EmulatorStatus, InstallRow, LogEntry, RequestRow } from '../../src/control/contract.ts'
import { BrokenConnection } from '../../src/emulator/faults/broken-connection.ts'
import { makeEmulator } from '../support/emulator.ts'
import { makeInstalled, type FaultInput } from '../support/emulator/installed-app.ts'

describe('faults that replace the response', () => {
  it.each([
    ['402', 402, 'The app subscription is not active (payment pending).'],
    ['429', 429, 'Too many requests.'],
    ['500', 500, 'Internal server error.'],
    ['503', 503, 'Service unavailable.'],
  ] as const)(
    '%s affects one request, looks like the platform response and appears in the request list',
    async (kind, status, message) => {
      const { set, api, token, causes, faults } = await makeInstalled()
      await set({ kind })

      const met = await api(token, '/orders')
      const after = await api(token, '/orders')

      expect(met.status).toBe(status)
      expect(met.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await met.json()).toEqual({ success: false, message })
      expect([met.headers.get('retry-after'), met.headers.get('x-emulator-cause')]).toEqual([null, null])
      expect(after.status).toBe(200)
      expect((await causes()).toSorted()).toEqual(['200 null', '200 null', `${status} fault ${kind}`])
      expect(await faults()).toEqual([])
    },
  )

  it('shows the app, the method and the path in its request row', async () => {
    const { set, api, token, app, control } = await makeInstalled()
    await set({ kind: '500' })
    await api(token, '/orders?limit=1')

    const { requests } = await control<{ requests: RequestRow[] }>('GET', `/requests?app=${app.appKey}`)

    expect(requests.find(({ status }) => status === 500)).toMatchObject({
      method: 'GET',
      path: '/api/apps/v1/orders',
      appKey: app.appKey,
    })
  })

  it('shows the true cause if the request asks for it, or to all requests by setting', async () => {
    const { set, api, token, control } = await makeInstalled()
    await set({ kind: '500', times: null })
    const cause = async (headers: Record<string, string>) =>
      (await api(token, '/orders', { headers })).headers.get('x-emulator-cause')

    expect(await cause({})).toBeNull()
    expect(await cause({ 'X-Emulator-Debug': '0' })).toBeNull()
    expect(await cause({ 'X-Emulator-Debug': '1' })).toBe('fault 500')
    await control('PUT', '/settings', { showCause: true })
    expect(await cause({})).toBe('fault 500')
  })

  it('a 429 has the requested Retry-After: seconds, a date or none (LIM-013)', async () => {
    const { set, api, token, control } = await makeInstalled()
    await control('POST', '/clock/advance', { ms: 3_600_000 })
    const retryAfter = async (fault: FaultInput) => {
      await set(fault)
      return (await api(token, '/orders')).headers.get('retry-after')
    }

    expect(await retryAfter({ kind: '429', retryAfter: '30' })).toBe('30')
    expect(await retryAfter({ kind: '503', retryAfter: '0' })).toBe('0')
    expect(await retryAfter({ kind: '429', retryAfter: 'Sat, 21 Nov 2026 12:00:05 GMT' })).toBe(
      'Sat, 21 Nov 2026 12:00:05 GMT',
    )
    // By the machine's clock, which the client has too, not by the moved one.
    expect(await retryAfter({ kind: '429', retryAfter: 'date+30' })).toBe('Sat, 21 Nov 2026 12:00:30 GMT')
  })
})

describe('matching requests', () => {
  it('counts down, and stays until it is cleared if times is null', async () => {
    const { set, statuses, faults, control } = await makeInstalled()
    await set({ kind: '503', times: 2 })
    const always = await set({ kind: '500', times: null })

    expect(await statuses('/orders', 4)).toEqual([503, 503, 500, 500])
    expect(await faults()).toMatchObject([{ id: always.id, hits: 2, remaining: null }])
    expect(await control('DELETE', `/faults/${always.id}`)).toEqual({ cleared: 1 })
    expect(await statuses('/orders', 1)).toEqual([200])
  })

  it('reports past and remaining hits', async () => {
    const { set, statuses, faults } = await makeInstalled()
    await set({ kind: '503', times: 3 })

    await statuses('/orders', 2)

    expect(await faults()).toMatchObject([{ hits: 2, remaining: 1, setAt: '2026-11-21T12:00:00.000Z' }])
  })

  it('counts a hundred concurrent requests correctly', async () => {
    const { set, api, token } = await makeInstalled()
    await set({ kind: '500', times: 7 })

    const answers = await Promise.all(Array.from({ length: 100 }, async () => (await api(token, '/context')).status))

    expect(answers.filter((status) => status === 500)).toHaveLength(7)
    expect(answers.filter((status) => status === 200)).toHaveLength(93)
  })

  it('applies the first fault that matches path, method and app, in the order of creation', async () => {
    const { set, api, token, registerApp, installApp, openStore } = await makeInstalled()
    const other = await registerApp({ appKey: 'app.acme.other', requested_scopes: ['orders.read'] })
    const store = await openStore({ appKey: other.appKey, name: 'Other' })
    const { token: otherToken } = await installApp({ app: other, store })
    await set({ kind: '503', path: '/orders/*', times: null })
    await set({ kind: '429', method: 'PUT', times: null })
    await set({ kind: '500', appKey: other.appKey, path: '/orders', times: null })
    const status = async (who: string, path: string, method = 'GET') => (await api(who, path, { method })).status

    expect(await status(token, '/orders/1')).toBe(503)
    expect(await status(token, '/orders/1/costs', 'PUT')).toBe(503)
    expect(await status(token, '/context', 'PUT')).toBe(429)
    expect(await status(token, '/orders?status=paid')).toBe(200)
    expect(await status(otherToken, '/orders?status=paid')).toBe(500)
    expect(await status(otherToken, '/orders/1')).toBe(503)
    expect(await status('nobody', '/orders')).toBe(401)
  })

  it('matches the exchange by its whole path or no path, and the app by its clientId', async () => {
    const { set, exchange, exchangeBody, approve, app, store, api, token } = await makeInstalled()
    await set({ kind: '503', path: '/api/apps/oauth/token', appKey: 'app.acme.none', times: null })
    await set({ kind: '500', path: '/api/apps/oauth/*', appKey: app.appKey })
    const code = await approve({ app, store })

    expect((await api(token, '/orders')).status).toBe(200)
    expect((await exchange('no json')).status).toBe(400)
    expect((await exchange({ ...exchangeBody(app, code), clientId: 'cli_unknown' })).status).toBe(401)
    expect((await exchange(exchangeBody(app, code))).status).toBe(500)
    // Before all checks: the code was not used up by it.
    expect((await exchange(exchangeBody(app, code))).status).toBe(200)
    await set({ kind: '429' })
    expect((await exchange(exchangeBody(app, code))).status).toBe(429)
  })

  it('never affects the control interface, the admin or the storefront', async () => {
    const { set, rawControl, emulator, urls, faults } = await makeInstalled()
    await set({ kind: '500', times: null, path: '*' })

    expect((await rawControl('GET', '/status')).status).toBe(200)
    for (const url of [urls.admin, urls.storefront, urls.portal]) {
      expect((await emulator.fetch(new Request(`${url}/`))).status).not.toBe(500)
    }
    expect(await faults()).toMatchObject([{ hits: 0 }])
  })
})

describe('connection faults', () => {
  it('slow processes the request, then delays the response', async () => {
    const waits: number[] = []
    const { set, api, token, causes } = await makeInstalled({ sleep: async (ms) => void waits.push(ms) })
    await set({ kind: 'slow', delayMs: 1234 })
    await set({ kind: 'slow' })

    expect([(await api(token, '/orders')).status, (await api(token, '/orders')).status]).toEqual([200, 200])

    expect(waits).toEqual([1234, 5000])
    expect((await causes())[0]).toBe('200 fault slow')
  })

  it('slow affects an exchange only once, and no other fault applies inside it', async () => {
    const waits: number[] = []
    const test = await makeInstalled({ sleep: async (ms) => void waits.push(ms) })
    const { set, exchange, exchangeBody, approve, app, store, faults, causes, control } = test
    await set({ kind: 'slow', times: 3 })

    const answer = await exchange(exchangeBody(app, await approve({ app, store })))

    expect([answer.status, waits]).toEqual([200, [5000]])
    expect((await causes())[0]).toBe('200 fault slow')
    expect(await faults()).toMatchObject([{ kind: 'slow', remaining: 2 }])
    expect((await control<{ installs: InstallRow[] }>('GET', '/installs')).installs[0]?.topics).toEqual(['order.paid'])
  })

  it('reset processes the request, then aborts the response', async () => {
    const { set, api, token, causes } = await makeInstalled()
    await set({ kind: 'reset' })

    const broken = await api(token, '/orders').catch((error: unknown) => error)

    expect(broken).toBeInstanceOf(BrokenConnection)
    expect((broken as BrokenConnection).response?.status).toBe(200)
    expect((await causes())[0]).toBe('200 fault reset')
  })

  it('drop-exchange-response uses the code and creates the token, and a rejected exchange does not trigger it', async () => {
    const { set, exchange, exchangeBody, approve, app, store, emulator, faults, causes } = await makeInstalled()
    await set({ kind: 'drop-exchange-response' })
    const code = await approve({ app, store })

    expect((await exchange(exchangeBody(app, 'f'.repeat(64)))).status).toBe(401)
    const dropped = await exchange(exchangeBody(app, code)).catch((error: unknown) => error)

    expect(dropped).toBeInstanceOf(BrokenConnection)
    expect((dropped as BrokenConnection).response).toBeNull()
    expect(await faults()).toEqual([])
    expect((await causes())[0]).toBe('200 fault drop-exchange-response')
    const tokens = emulator.context.registry.prepare('SELECT revoked_because FROM tokens ORDER BY id').all()
    expect(tokens.map(({ revoked_because: because }) => because)).toEqual(['reinstalled', null])
    expect((await exchange(exchangeBody(app, code))).status).toBe(401)
  })

  it('skip-subscription installs without a subscription and reports it only in the log (INST-076 INST-079)', async () => {
    const { set, installApp, app, store, control, faults } = await makeInstalled()
    await set({ kind: 'skip-subscription', appKey: 'app.acme.other' })
    const [other] = await faults()
    await set({ kind: 'skip-subscription' })

    const { answer } = await installApp({ app, store })

    const { installs } = await control<{ installs: InstallRow[] }>('GET', '/installs')
    const { entries } = await control<{ entries: LogEntry[] }>('GET', '/log')
    expect(installs.map(({ topics, removedAt }) => [topics, removedAt === null])).toEqual([
      [[], true],
      [[], false],
    ])
    expect(JSON.stringify(answer)).not.toMatch(/fault|subscription/)
    expect(entries[0]).toMatchObject({ level: 'warn', code: 'subscription.fault' })
    expect(await faults()).toEqual([other])
    await installApp({ app, store })
    expect((await control<{ installs: InstallRow[] }>('GET', '/installs')).installs[0]?.topics).toEqual(['order.paid'])
  })
})

describe('setting and clearing', () => {
  it.each([
    [{}],
    [{ kind: '404' }],
    [{ kind: 500 }],
    [{ kind: '500', times: 0 }],
    [{ kind: '500', times: -1 }],
    [{ kind: '500', times: 1.5 }],
    [{ kind: '500', times: 1_000_001 }],
    [{ kind: '500', method: 'get' }],
    [{ kind: '500', path: '' }],
    [{ kind: '500', path: '/a b' }],
    [{ kind: '500', path: `/${'x'.repeat(300)}` }],
    [{ kind: '500', colour: 'red' }],
    [{ kind: '500', retryAfter: '30' }],
    [{ kind: '402', retryAfter: '30' }],
    [{ kind: '429', retryAfter: '-5' }],
    [{ kind: '429', retryAfter: '1.5' }],
    [{ kind: '429', retryAfter: '2026-11-21' }],
    [{ kind: '429', retryAfter: 'Sun, 21 Nov 2026 12:00:00 GMT' }],
    [{ kind: '429', retryAfter: '30\r\nX: 1' }],
    [{ kind: '429', delayMs: 5 }],
    [{ kind: 'slow', delayMs: 0 }],
    [{ kind: 'slow', delayMs: 600_001 }],
    [{ kind: 'drop-exchange-response', path: '/orders' }],
    [{ kind: 'skip-subscription', method: 'GET' }],
  ])('rejects %j and sets nothing', async (fault) => {
    const { rawControl, faults } = await makeInstalled()

    const refused = await rawControl('POST', '/faults', fault)

    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'emulator.bad-request' } })
    expect(await faults()).toEqual([])
  })

  it('clears all faults, reports an unknown number, and never reuses a number', async () => {
    const { set, control, rawControl } = await makeInstalled()
    const first = await set({ kind: '500' })
    await set({ kind: '429' })

    expect(await control('DELETE', '/faults')).toEqual({ cleared: 2 })
    expect(await control('DELETE', '/faults')).toEqual({ cleared: 0 })
    const unknown = await rawControl('DELETE', `/faults/${first.id}`)
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: expect.objectContaining({ code: 'emulator.unknown-fault' }) as unknown },
    ])
    expect((await rawControl('DELETE', '/faults/x')).status).toBe(404)
    expect((await set({ kind: '500' })).id).toBe(first.id + 2)
  })

  it('survives a restart and continues to count down (P3)', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-faults-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const { set, emulator, statuses, token, faults } = await makeInstalled({ dir })
    await set({ kind: '503', times: 3 })
    await statuses('/orders', 1)
    const before = await faults()
    await emulator.close()

    const again = makeEmulator({ dir })

    expect(await again.control('GET', '/faults')).toEqual({ faults: before })
    expect((await again.api(token, '/orders')).status).toBe(503)
    expect((await again.api(token, '/orders')).status).toBe(503)
    expect((await again.api(token, '/orders')).status).toBe(200)
  })

  it('appears in the status until a reset', async () => {
    const { set, control } = await makeInstalled()
    const fault = await set({ kind: 'slow', path: '/orders' })

    expect((await control<EmulatorStatus>('GET', '/status')).faults).toEqual([fault])
    await control('POST', '/reset', {})
    expect((await control<EmulatorStatus>('GET', '/status')).faults).toEqual([])
  })
})

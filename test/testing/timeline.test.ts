import { expect, it } from 'vitest'

import { platformFor, serveApp } from './app-under-test.ts'

it('a wait that times out reports the actual events, and no secret', async () => {
  const platform = await platformFor()
  const app = await serveApp(platform)
  await platform.installApp()
  app.answers.status = 418
  const { token } = await platform.issueToken()
  await platform.control.placeOrder({ region: 'tr' })
  await platform.control.changeProduct({ id: 999_999, operation: 'publish' }).catch(() => {})
  await platform.events.settled()

  const waiting = platform.events.waitFor('order.created', { timeoutMs: 1 })

  await expect(waiting).rejects.toMatchObject({ code: 'testing.timeout' })
  const message = await waiting.then(
    () => '',
    (error: unknown) => (error as Error).message,
  )
  expect(message).toMatch(/^An accepted delivery of order\.created did not arrive within 1 ms\.\n/)
  expect(message).toMatch(/ms {2}test {3}placeOrder \{"region":"tr"\}/)
  expect(message).toMatch(/ms {2}event {2}order\.created evt_\w+, attempt 1: The webhook address responded with 418\./)
  expect(message).toMatch(/ms {2}call {3}POST \/api\/apps\/oauth\/token -> 200/)
  expect(message).toMatch(/changeProduct failed: /)
  for (const secret of [token, ...app.tokens, platform.app.clientSecret, platform.app.signingSecret])
    expect(message).not.toContain(secret)
  await expect(platform.calls.waitFor({ path: '/nothing', timeoutMs: 1 })).rejects.toThrow('(any method /nothing)')
})

it('the timeline of a failed test is printed by vitest and by node:test, and attached for Playwright', async () => {
  const platform = await platformFor()
  const said: string[] = []
  const ends: (() => void)[] = []
  const nodeTest = {
    name: 'a test',
    passed: false,
    diagnostic: (text: string) => void said.push(`diagnostic ${text}`),
    after: (look: () => void) => void ends.push(look),
  }
  const info = {
    status: 'failed',
    expectedStatus: 'passed',
    attach: async (name: string, { body }: { body: string }) => void said.push(`${name} ${body}`),
  }

  await platform.reset(nodeTest)
  await platform.control.placeOrder()
  for (const end of ends) end()
  nodeTest.passed = true
  for (const end of ends) end()
  await platform.attachTimeline(info)
  await platform.attachTimeline({ ...info, status: 'passed' })

  expect(said).toHaveLength(2)
  expect(said[0]).toMatch(/^diagnostic Platform timeline[\s\S]*placeOrder/)
  expect(said[1]).toMatch(/^timeline Platform timeline[\s\S]*placeOrder/)
})

it('the panel has signed-in links for a browser', async () => {
  const manifest = {
    renderMode: 'iframe',
    appUrl: null,
    slots: [{ type: 'fullpage', path: 'panel', label: 'Panel' }],
  } as const
  const platform = await platformFor({ app: { manifest } })
  await platform.issueToken({ region: 'de' })

  const panel = new URL(await platform.panelUrl({ region: 'de' }))
  const opened = await fetch(await platform.adminUrl({ path: '/admin/orders' }), { redirect: 'manual' })

  expect(`${panel.origin}${panel.pathname}`).toBe(`${platform.app.url}/panel`)
  expect(panel.searchParams.get('embed_token')).toMatch(/^[\w-]+\.[0-9a-f]{64}$/)
  expect(opened.headers.get('location')).toBe(`${platform.urls.admin}/admin/orders`)
  expect(opened.headers.get('set-cookie')).not.toBeNull()
  const bare = await platformFor()
  await bare.issueToken()
  await expect(bare.panelUrl()).rejects.toMatchObject({ code: 'testing.no-panel' })
})

it.each([
  ['region', { regionId: expect.any(Number) }, 200, 1],
  ['store', { regionId: null }, 200, 1],
  ['legacy', { regionId: null }, 200, 1],
  ['two-regions', { regionId: expect.any(Number) }, 200, 2],
  ['no-customers', { scopes: expect.not.arrayContaining(['customers.read']) }, 200, 1],
  ['payment-pending', {}, 402, 1],
] as const)('installs the app in the store according to the shape %s', async (shape, issued, status, installs) => {
  const platform = await platformFor({ shape })

  const token = await platform.issueToken()
  // A token of the whole store needs the pin.
  const headers = { Authorization: `Bearer ${token.token}`, 'X-Region-Id': String(platform.store.regions[0]?.id) }
  const answer = await fetch(`${platform.urls.api}/api/apps/v1/orders`, { headers })

  expect(token).toMatchObject(issued)
  expect(answer.status).toBe(status)
  expect(await platform.control.installs()).toHaveLength(installs)
})

import { expect, it } from 'vitest'

import { sqlite } from '../../../src/kit/node.ts'
import { startKitApp, type KitApp } from '../support.ts'

/** Starts an install, and returns its state and the cookie of the browser. */
async function start({ request }: KitApp) {
  const response = await request('/auth/start')
  const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { state, cookie }
}

const code = 'a'.repeat(64)

async function back({ request }: KitApp, query: Readonly<Record<string, string>>, cookie = '') {
  return request(`/auth/callback?${new URLSearchParams(query).toString()}`, { headers: { cookie } })
}

it('installs through the real consent page, encrypts the token and runs the hook once (INST-020)', async () => {
  const installed: (string | undefined)[] = []
  const kit = await startKitApp({
    declare: (app) =>
      app.installed(
        async ({ install, api }) => void installed.push(install.storeName, (await api.context.get()).store.code),
      ),
  })
  await kit.settled()

  const [install] = await kit.app.installs.list()
  expect(install).toMatchObject({ storeId: kit.platform.store.id, state: 'works' })
  expect(JSON.stringify(install)).not.toContain('svcapp_')
  expect(installed[0]).toBe(kit.platform.store.name)
  const api = await kit.app.installs.api(install!)
  expect((await api.orders.list()).items).toBeInstanceOf(Array)
})

it('decrypts tokens with the key before a rotation, and encrypts them with the new key (K10)', async () => {
  const kit = await startKitApp()
  const tokenKey = 'b'.repeat(64)
  const env = {
    ...kit.platform.env,
    SVCAPP_TOKEN_KEY: tokenKey,
    FORMER_TOKEN_KEY: kit.platform.env['SVCAPP_TOKEN_KEY'],
  }
  const { createApp } = await import('../../../src/kit/kit.ts')
  // The same file: within one process it is one database.
  const log: string[] = []
  const other = createApp({ env, database: sqlite(`${kit.dir}/app.db`), log: (event) => void log.push(event) })

  const working = await other.work()

  await expect.poll(() => log).toContain('tokens re-encrypted with the new key')
  expect((await other.installs.list()).map(({ state }) => state)).toEqual(['works'])
  // The first app has the old key only.
  expect((await kit.app.installs.list()).map(({ state }) => state)).toEqual(['broken'])
  await working.stop(1000)
  await other.close()
})

it('accepts a state once, and only in the browser that started the install (K9 STATE-004)', async () => {
  const kit = await startKitApp({ isInstalled: false })
  const { state, cookie } = await start(kit)

  const elsewhere = await back(kit, { code, state })
  const first = await back(kit, { code, state }, cookie)
  const second = await back(kit, { code, state }, cookie)

  expect([elsewhere.status, second.status]).toEqual([400, 400])
  expect(await elsewhere.text()).toContain('state-used')
  // The state was right, and the platform rejected the code.
  expect(await first.text()).toContain('exchange-refused')
})

it.each([
  ['a forged state', { code, state: 'x'.repeat(96) }, 'state-'],
  ['no code', {}, 'code-malformed'],
  ['a code of another form', { code: 'abc' }, 'code-malformed'],
])('rejects a return with %s', async (_, query, text) => {
  const kit = await startKitApp({ isInstalled: false })

  const response = await back(kit, query)

  expect(response.status).toBe(400)
  expect(await response.text()).toContain(text)
})

it('reports that the install was declined, and changes nothing', async () => {
  const kit = await startKitApp({ isInstalled: false })

  const response = await back(kit, { error: 'access_denied' })

  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('declined')])
  expect(await kit.app.installs.list()).toEqual([])
})

it('exchanges nothing on HEAD or POST (K9)', async () => {
  const kit = await startKitApp({ isInstalled: false })

  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
    expect((await kit.request(`/auth/callback?code=${code}`, { method })).status).toBe(404)
  }
  expect(kit.log.filter(({ event }) => event.startsWith('install'))).toEqual([])
})

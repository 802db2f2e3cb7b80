import { expect, it } from 'vitest'

import { deleteOld } from '../../../src/kit/database/delete-old.ts'
import { listInstalls } from '../../../src/kit/install/installs.ts'
import { noteRejected } from '../../../src/kit/install/rejected-token.ts'
import { sql } from '../../../src/kit/kit.ts'
import { CODE, exchanged, makeFakeApp, type FakeApp, type FakeAppOptions } from '../fake-app.ts'

async function install(answer: object = exchanged, options: FakeAppOptions = {}): Promise<FakeApp> {
  const kit = await makeFakeApp({
    ...options,
    respond: (call) => (call.path === '/api/apps/oauth/token' ? { body: answer } : options.respond?.(call)),
  })
  await kit.back({ code: CODE })
  return kit
}

const states = async ({ app }: FakeApp) => (await app.installs.list()).map(({ state }) => state)

it('marks an install as broken once, with a log entry, until the platform accepts the token again (K6 TOK-014)', async () => {
  let status = 401
  const kit = await install(exchanged, { respond: () => ({ status }) })
  const [known] = await kit.app.installs.list()
  const call = async () => (await kit.app.installs.api(known!)).context.get().catch(() => {})

  await call()
  await call()
  const broken = await states(kit)
  status = 200
  await call()

  expect([broken, await states(kit)]).toEqual([['broken'], ['works']])
  expect(kit.log.filter(({ event }) => event === 'INSTALL BROKEN')).toHaveLength(1)
  expect(kit.log.filter(({ event }) => event === 'install restored')).toHaveLength(1)
})

it.each([
  ['http://127.0.0.1:4801', 'app dev --reinstall, or'],
  ['https://admin.example/shop', 'app dev --reinstall --target live, or'],
])('suggests the command that reinstalls the app on the platform whose store admin is %s', async (admin, command) => {
  const kit = await install(exchanged, { respond: () => ({ status: 401 }), env: { SVCAPP_ADMIN_URL: admin } })
  const [known] = await kit.app.installs.list()

  await (await kit.app.installs.api(known!)).context.get().catch(() => {})

  expect(kit.log.find(({ event }) => event === 'INSTALL BROKEN')?.['why']).toContain(
    `reinstall the app: ${command} open /auth/start`,
  )
})

it.each([
  ['not a broken install when the token alone is accepted', 200, 'works'],
  ['a broken install when the token alone is rejected too', 401, 'broken'],
  ['not a broken install while the platform cannot be asked', 500, 'works'],
])('treats a 401 for one region of a store-wide install as %s (K6 TOK-014)', async (_, status, state) => {
  const regions = [{ id: 7, code: 'tr', currency: 'TRY' }]
  const kit = await install({ ...exchanged, region_id: null, regions }, { respond: () => ({ status, body: {} }) })
  const [stored] = await listInstalls(kit.core)

  await noteRejected(kit.core, stored!, true)

  expect(await states(kit)).toEqual([state])
  expect(kit.calls.at(-1)?.headers['x-region-id']).toBeUndefined()
})

it('does not mark a newer install as broken for a 401 that arrives after it (K6)', async () => {
  const kit = await install()
  const [before] = await listInstalls(kit.core)
  kit.advance(1000)
  await kit.back({ code: CODE })

  await noteRejected(kit.core, before!, false)

  expect(await states(kit)).toEqual(['works'])
})

it('deletes event ids after 30 days, when their events cannot arrive again', async () => {
  const kit = await install()
  await kit.deliver({ eventId: 'evt_old' })
  kit.advance(30 * 24 * 60 * 60_000)
  await kit.deliver({ eventId: 'evt_new' })

  await deleteOld(kit.core.database, new Date(kit.now().getTime() + 1000))

  expect(await kit.core.database.rows(sql`SELECT event_id FROM svcapp_events`)).toEqual([{ event_id: 'evt_new' }])
})

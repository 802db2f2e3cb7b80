import { expect, it } from 'vitest'

import type { Step } from '../../../src/control/undo.ts'
import { exchangeBody, makeEmulator } from '../../support/emulator.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { openPortal } from '../../support/emulator/portal.ts'

async function makeShop() {
  const made = makeEmulator()
  const app = await made.registerApp({
    requested_scopes: ['orders.read', 'orders.costs.write', 'products.read', 'products.write'],
  })
  const store = await made.openStore({ appKey: app.appKey })
  const { token } = await made.installApp({ app, store })
  const browser = await made.signIn(store)
  const portal = await openPortal(made)
  const shop = (path: string, fields: Record<string, string>) =>
    made.emulator.fetch(
      new Request(made.urls.storefront + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    )
  const send = (method: string, path: string, body: unknown) =>
    made.api(token, path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  const code = await made.approve({ app, store, region: 'de' })
  return { ...made, app, store, token, browser, portal, shop, send, code }
}

type Shop = Awaited<ReturnType<typeof makeShop>>

const costs = { externalRef: 'c1', costType: 'cod_fee', amount: 1 }

/** What is pressed where, and what it is called in the history. */
const forms: readonly [what: string, press: (shop: Shop) => Promise<unknown>][] = [
  ['order 40 in demo: ship', ({ browser }) => browser.post('/admin/orders/40/ship', {})],
  ['product 1 in demo: delete', ({ browser }) => browser.post('/admin/products/1/delete', {})],
  [
    'app.acme.loyalty uninstalled from demo',
    ({ browser }) => browser.post('/admin/plugins/uninstall/app.acme.loyalty', { region_id: '' }),
  ],
  ['app.acme.loyalty approved for demo', ({ approve, app, store }) => approve({ app, store, region: 'gb' })],
  ['code exchanged by app.acme.loyalty', async ({ exchange, app, code }) => exchange(exchangeBody(app, code))],
  [
    'secret replaced: app.acme.loyalty',
    ({ portal }) => portal.post('/apps/app.acme.loyalty/rotate', [['which', 'client_secret']]),
  ],
  [
    'test store opened: app.acme.loyalty',
    ({ portal }) =>
      portal.post('/apps/app.acme.loyalty/open-store', [
        ['storeName', 'Two'],
        ['regions', 'TR'],
      ]),
  ],
  ['order 40 in demo: ship', ({ portal }) => portal.post('/data/demo/orders/row/ship?key=40', [])],
  ['checkpoint of demo set', ({ portal }) => portal.post('/data/demo/remember', [])],
  ['order placed in demo', ({ shop }) => shop('/demo/de/orders', { product_id: '4', quantity: '2' })],
  ['PUT /api/apps/v1/orders/40/costs by app.acme.loyalty', ({ send }) => send('PUT', '/orders/40/costs', costs)],
]

it.each(forms)('%s, from a form or an app, is undone', async (what, press) => {
  const shop = await makeShop()
  const { emulator, control } = shop
  await emulator.queue.stop()
  const was = dumpWithout(emulator.context)
  const { steps: before } = await control<{ steps: Step[] }>('GET', '/undo')

  const answer = await press(shop)
  const { steps } = await control<{ steps: Step[] }>('GET', '/undo')
  const changed = dumpWithout(emulator.context)
  const { revokedTokens: tokens } = await control<{ revokedTokens: number }>('POST', '/undo', {})

  expect(answer instanceof Response ? answer.status : 200).toBeLessThan(400)
  expect(steps).toHaveLength(before.length + 1)
  expect(steps[0]?.summary).toBe(what)
  expect(tokens).toBe(what.startsWith('code exchanged') ? 1 : 0)
  expect(changed).not.toEqual(was)
  expect(dumpWithout(emulator.context)).toEqual(was)
})

it('publish and review buttons record the correct operation name', async () => {
  const { emulator, portal, control } = await makeShop()
  await emulator.queue.stop()
  await control('POST', '/apps/app.acme.loyalty/status', { status: 'D' })
  const press = (button: string, name: string, value: string) =>
    portal.post(`/apps/app.acme.loyalty/${button}`, [[name, value]])

  await press('publish', 'audience', 'own-stores')
  await press('publish', 'audience', 'public')
  await press('review', 'verdict', 'refuse')
  await press('publish', 'audience', 'public')
  await press('review', 'verdict', 'approve')
  const { steps } = await control<{ steps: Step[] }>('GET', '/undo')

  expect(steps.slice(0, 5).map(({ summary }) => summary)).toEqual([
    'approved by review: app.acme.loyalty',
    'sent to review: app.acme.loyalty',
    'rejected by review: app.acme.loyalty',
    'sent to review: app.acme.loyalty',
    "published to the developer's own stores: app.acme.loyalty",
  ])
})

/** Pages for a person leave what is no operation: who is signed in, and forms that work once. */
function dumpWithout(context: Shop['emulator']['context']): unknown {
  const { registry, ...rest } = dumpState(context) as { registry: Record<string, unknown> }
  return { ...rest, registry: { ...registry, sessions: [], one_time_values: [] } }
}

it('reads, sign-ins and rejected requests are not operations', async () => {
  const { browser, portal, api, send, token, control, store } = await makeShop()
  const { steps: before } = await control<{ steps: Step[] }>('GET', '/undo')

  await browser.open('/admin/orders')
  await portal.open('/data/demo')
  await api(token, '/orders')
  await send('PUT', '/orders/99999/costs', costs)
  await control('POST', `/stores/${store.code}/sign-in`, {})
  await control('POST', '/stores/demo/orders/40/pay', {}).catch(() => null)

  expect((await control<{ steps: Step[] }>('GET', '/undo')).steps).toEqual(before)
})

import { expect, it } from 'vitest'

import { html, type App } from '../../../src/kit/kit.ts'
import { startKitApp, type KitApp } from '../support.ts'

function declare(app: App): void {
  app
    .panel('panel', () => html``)
    .slot('slots/order', async ({ api, entityId, entityType }) => {
      const { orderNumber } = await api.orders.get({ params: { id: entityId } })
      return html`<b>${orderNumber}</b> ${entityType}`
    })
}

async function sessionOf({ platform, request }: KitApp): Promise<string> {
  const url = new URL(await platform.panelUrl())
  const response = await request(`${url.pathname}${url.search}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

it('shows an order of the session, and no other region, store or order', async () => {
  const kit = await startKitApp({ declare })
  const cookie = await sessionOf(kit)
  const order = await kit.platform.control.placeOrder({})
  const { store } = kit.platform
  const ask = (path: string, sent = cookie) => kit.request(`/slots/order/${path}`, { headers: { cookie: sent } })
  const region = store.regions[0]?.id

  const shown = await ask(`${store.id}/${region}/${order.id}?type=order`)
  const others = await Promise.all([
    ask(`${store.id}/${region}/${order.id}`, ''),
    ask(`${store.id}/999/${order.id}`),
    ask(`999/${region}/${order.id}`),
    ask(`${store.id}/${region}/999999`),
    ask(`${store.id}/${region}/x`),
  ])

  expect([shown.status, await shown.text()]).toEqual([200, `<b>${order.orderNumber}</b> order`])
  expect(others.map(({ status }) => status)).toEqual([401, 401, 401, 404, 404])
})

it('has an empty page that any visitor may see, framed by the admin only (K12)', async () => {
  const kit = await startKitApp({ declare, isInstalled: false })

  const response = await kit.request('/slots/order')

  expect(response.status).toBe(200)
  expect(await response.text()).toContain('data-slot="/slots/order"')
  expect(response.headers.get('content-security-policy')).toContain('frame-ancestors http')
})

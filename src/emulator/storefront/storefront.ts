import { Hono } from 'hono'
import { html } from 'hono/html'

import type { Store, StoreRegion } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { prepared } from '../../storage/statements.ts'
import { isOwnOrigin } from '../hosts.ts'
import { placeOrder } from '../operations/place-order.ts'
import { errorPage, page, styleSheet } from '../pages.ts'
import { findStore, listStores } from '../registry/stores.ts'
import type { World } from '../world.ts'

/** The storefronts (APP-020): `/<store code>/<region code>` lists what the region sells, and an order can be placed by a form. */
export function createStorefront(world: World): (request: Request) => Response | Promise<Response> {
  const app = new Hono()
  app.get('/_style.css', styleSheet)
  app.get('/', () => storesPage(world))
  app.get('/:code', (c) => visit(world, { code: c.req.param('code'), region: null }, productsPage))
  app.get('/:code/:region', (c) => visit(world, c.req.param(), productsPage))
  app.post('/:code/:region/orders', async (c) => {
    if (!isOwnOrigin(c.req.raw)) return errorPage({ title: 'Refused', message: 'Sent from another page.', status: 403 })
    const form = new URLSearchParams(await c.req.text())
    return visit(world, c.req.param(), (world, store, region) => ordered(world, { store, region, form }))
  })
  app.onError((error) =>
    errorPage({ title: 'Not possible', message: error.message, status: error instanceof AppError ? 400 : 500 }),
  )
  app.notFound(() => errorPage({ title: 'Not found', message: 'There is no such page.', status: 404 }))
  return (request) => app.fetch(request)
}

type Show = (world: World, store: Store, region: StoreRegion) => Promise<Response>

function visit(world: World, place: { code: string; region: string | null }, show: Show): Promise<Response> {
  const store = findStore(world, place.code)
  const region = store?.regions.find(({ code }) => place.region === null || code === place.region)
  if (store === null || region === undefined) {
    return errorPage({ title: 'Not found', message: 'There is no such store or region.', status: 404 })
  }
  return show(world, store, region)
}

function storesPage(world: World): Promise<Response> {
  return page({
    title: 'Storefronts',
    body: html`<ul>
      ${listStores(world).map(({ code, name }) => html`<li><a href="/${code}">${name}</a></li>`)}
    </ul>`,
  })
}

function productsPage(world: World, store: Store, region: StoreRegion): Promise<Response> {
  const products = prepared(
    world.storeDb(store.id),
    `SELECT p.id, p.name, c.price FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0
     WHERE c.region_id = ? AND p.status = 'A' ORDER BY p.id LIMIT 200`,
  ).all(region.id)
  return page({
    title: store.name,
    body: html`
      <p>${store.regions.map(({ code }) => html`<a href="/${store.code}/${code}">${code}</a> `)}</p>
      <table>
        ${products.map(
          ({ id, name, price }) =>
            html`<tr>
              <td>${String(name)}</td>
              <td class="number">${String(price)} ${region.currencyCode}</td>
              <td>
                <form method="post" action="/${store.code}/${region.code}/orders">
                  <input type="hidden" name="product_id" value="${String(id)}" />
                  <input type="number" name="quantity" value="1" min="1" max="99" aria-label="Quantity" />
                  <button type="submit">Order</button>
                </form>
              </td>
            </tr>`,
        )}
      </table>
    `,
  })
}

function ordered(
  world: World,
  { store, region, form }: { store: Store; region: StoreRegion; form: URLSearchParams },
): Promise<Response> {
  const order = placeOrder(world, {
    storeId: store.id,
    input: {
      region: region.code,
      paid: true,
      items: [{ productId: Number(form.get('product_id')), quantity: Number(form.get('quantity')) }],
    },
  })
  return page({
    title: 'Thank you',
    body: html`<p>Order ${order.orderNumber}: ${order.grandTotal} ${order.currency}, ${order.status}.</p>
      <p><a href="/${store.code}/${region.code}">Back to ${store.name}</a></p>`,
  })
}

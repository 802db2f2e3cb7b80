import type { SQLOutputValue } from 'node:sqlite'

import { Hono } from 'hono'
import { html } from 'hono/html'

import type { Store, StoreRegion } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { prepared } from '../../storage/statements.ts'
import { isOwnOrigin, isTunnelled } from '../hosts.ts'
import { errorPage, page, textAnswer } from '../pages/page.ts'
import { styleSheet } from '../pages/style-sheet.ts'
import { findStore, listStores } from '../platform/stores.ts'
import type { World } from '../world.ts'
import { mediaAnswer } from './media.ts'
import { createTakeOrder, orderKey, orderPage } from './orders.ts'

/** The storefronts (APP-020): `/<store code>/<region code>` lists what the region sells, and an order can be placed by a form. */
export function createStorefront(world: World): (request: Request) => Response | Promise<Response> {
  const app = new Hono()
  const takeOrder = createTakeOrder(world)
  app.use(async (c, next) => (isTunnelled(c.req.raw) ? textAnswer(403, 'Not through a tunnel.') : next()))
  app.get('/_style.css', styleSheet)
  app.get('/', () => storesPage(world))
  app.get('/:code', (c) => visit(world, { code: c.req.param('code'), region: null }, productsPage))
  app.get('/:code/:region', (c) => visit(world, c.req.param(), productsPage))
  app.get('/:code/media/apps/:appKey/:file', (c) => mediaAnswer(world, c.req.param()))
  app.post('/:code/:region/orders', async (c) => {
    if (!isOwnOrigin(c.req.raw)) return errorPage({ title: 'Refused', message: 'Sent from another page.', status: 403 })
    const form = new URLSearchParams(await c.req.text())
    return visit(world, c.req.param(), async (_, store, region) => takeOrder({ store, region }, form))
  })
  app.get('/:code/:region/orders/:id{[1-9][0-9]{0,14}}', (c) =>
    visit(world, c.req.param(), (_, store, region) => orderPage(world, { store, region }, Number(c.req.param('id')))),
  )
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

const part = 'storefront'

function storesPage(world: World): Promise<Response> {
  const stores = listStores(world)
  return page({
    title: 'Storefronts',
    part,
    width: 'narrow',
    body:
      stores.length === 0
        ? html`<p class="card empty">None yet: <code>app store open --name Demo</code></p>`
        : html`${stores.map(({ code, name }) => html`<div class="card"><a class="name" href="/${code}">${name}</a></div>`)}`,
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
    part,
    body: html`
      <p class="lead">Prices in ${region.currencyCode}. An order is paid at once; nobody is charged.</p>
      <nav class="tabs" aria-label="Region">${regionLinks(store, region)}</nav>
      ${
        products.length === 0
          ? html`<p class="card empty">Nothing is sold here.</p>`
          : html`<div class="grid">
              ${products.map((product) => productCard({ store, region, product, key: orderKey(world) }))}
            </div>`
      }
    `,
  })
}

function regionLinks(store: Store, { id }: StoreRegion) {
  return store.regions.map(
    (one) =>
      html`<a href="/${store.code}/${one.code}" ${one.id === id ? html`aria-current="page"` : ''}>${one.code}</a>`,
  )
}

interface ProductPlace {
  readonly store: Store
  readonly region: StoreRegion
  readonly product: Record<string, SQLOutputValue>
  /** Of this form: sent twice it is one order. */
  readonly key: string
}

function productCard({ store, region, product, key }: ProductPlace) {
  const name = String(product['name'])
  return html`<div class="card">
    <div class="name">${name}</div>
    <p class="price">${String(product['price'])} ${region.currencyCode}</p>
    <form method="post" action="/${store.code}/${region.code}/orders">
      <input type="hidden" name="product_id" value="${String(product['id'])}" />
      <input type="hidden" name="key" value="${key}" />
      <div class="row">
        <input type="number" name="quantity" value="1" min="1" max="99" aria-label="Quantity of ${name}" />
        <button class="main" type="submit">Order</button>
      </div>
    </form>
  </div>`
}

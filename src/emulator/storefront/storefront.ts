import { Hono } from 'hono'
import { html } from 'hono/html'

import { AppError } from '../../errors.ts'
import type { EmulatorContext } from '../context.ts'
import { isOwnOrigin, isTunnelled } from '../hosts.ts'
import { errorPage, page, textAnswer, type Link } from '../pages/page.ts'
import { addPageFiles } from '../pages/style-sheet.ts'
import { findStore, listStores } from '../platform/stores.ts'
import { createCartForms, type TakeForm } from './cart/cart-forms.ts'
import { cartPage } from './cart/cart-page.ts'
import { createCarts } from './cart/carts.ts'
import { categoryPage, homePage } from './catalogue/list-pages.ts'
import { patternAnswer } from './catalogue/picture.ts'
import { productPage } from './catalogue/product-page.ts'
import { checkoutPage } from './checkout/checkout-page.ts'
import { orderPage } from './checkout/order-page.ts'
import { createTakeOrder } from './checkout/take-order.ts'
import { mediaAnswer } from './media.ts'
import { storefrontError, type StorefrontVisit } from './visit.ts'

/** A full cart of 500 lines needs a tenth of this. */
const MAX_FORM_BYTES = 256 * 1024

const part = 'storefront'
const back: Link = { href: '/', text: 'All storefronts' }

/** Responds to a visitor in a region. */
type Show = (visit: StorefrontVisit) => Response | Promise<Response>

/** Creates the storefronts (APP-020): `/<store code>/<region code>` shows a region's products, with a cart and a checkout that places a real order. */
export function createStorefront(context: EmulatorContext): (request: Request) => Response | Promise<Response> {
  const app = new Hono()
  const carts = createCarts(context)
  const forms = createCartForms(carts)
  const takeOrder = createTakeOrder(carts)

  const serve = (request: Request, place: { code: string; region: string | null }, show: Show) => {
    const store = findStore(context, place.code)
    const region = store?.regions.find(({ code }) => place.region === null || code === place.region)
    if (store === null || region === undefined) {
      return errorPage({
        title: 'Store not found',
        message: 'No store or region has this URL.',
        status: 404,
        part,
        back,
      })
    }
    const visitor = carts.visitorOf(request)
    const cart = carts.read(visitor, { store, region })
    return show({ context, db: context.storeDb(store.id), store, region, visitor, cart })
  }
  const takeForm = async (request: Request, place: { code: string; region: string }, take: TakeForm) => {
    if (!isOwnOrigin(request))
      return errorPage({
        title: 'Request rejected',
        message: 'This form was sent from another page.',
        status: 403,
        part,
        back,
      })
    const text = await request.text()
    if (text.length > MAX_FORM_BYTES) return textAnswer(413, 'The form is too large.')
    return serve(request, place, (visit) => take(visit, new URLSearchParams(text)))
  }

  app.use(async (c, next) =>
    isTunnelled(c.req.raw) ? textAnswer(403, 'The storefront is not available through a tunnel.') : next(),
  )
  addPageFiles(app, '#b4500f')
  app.get('/', () => storesPage(context))
  app.get('/:code/media/apps/:appKey/:file', (c) => mediaAnswer(context, c.req.param()))
  app.get('/:code/media/patterns/:file{[1-9][0-9]{0,14}\\.svg}', (c) => patternAnswer(c.req.path))

  const showHome = (request: Request, place: { code: string; region: string | null }) =>
    serve(request, place, (visit) => homePage(visit, new URL(request.url)))
  app.get('/:code', (c) => showHome(c.req.raw, { code: c.req.param('code'), region: null }))
  app.get('/:code/:region', (c) => showHome(c.req.raw, c.req.param()))
  app.get(`/:code/:region/categories/${ID}`, (c) =>
    serve(c.req.raw, c.req.param(), (visit) => categoryPage(visit, new URL(c.req.url), Number(c.req.param('id')))),
  )
  app.get(`/:code/:region/products/${ID}`, (c) =>
    serve(c.req.raw, c.req.param(), (visit) => productPage(visit, Number(c.req.param('id')))),
  )
  app.get('/:code/:region/cart', (c) => serve(c.req.raw, c.req.param(), (visit) => cartPage(visit)))
  app.post('/:code/:region/cart', (c) => takeForm(c.req.raw, c.req.param(), forms.add))
  app.post('/:code/:region/cart/update', (c) => takeForm(c.req.raw, c.req.param(), forms.update))
  app.post('/:code/:region/cart/remove', (c) => takeForm(c.req.raw, c.req.param(), forms.remove))
  app.get('/:code/:region/checkout', (c) => serve(c.req.raw, c.req.param(), (visit) => checkoutPage(visit)))
  app.post('/:code/:region/orders', (c) => takeForm(c.req.raw, c.req.param(), takeOrder))
  app.get(`/:code/:region/orders/${ID}`, (c) =>
    serve(c.req.raw, c.req.param(), (visit) => orderPage(visit, Number(c.req.param('id')))),
  )
  app.get('/:code/:region/*', (c) =>
    serve(c.req.raw, c.req.param(), (visit) =>
      storefrontError(visit, {
        title: 'Page not found',
        message: 'The store has no page at this URL.',
        status: 404,
      }),
    ),
  )
  app.onError((error) =>
    errorPage({
      title: 'Request failed',
      message: error.message,
      status: error instanceof AppError ? 400 : 500,
      part,
      back,
    }),
  )
  app.notFound(() =>
    errorPage({ title: 'Page not found', message: 'No storefront has this URL.', status: 404, part, back }),
  )
  return (request) => app.fetch(request)
}

/** Pattern of an id in a path. */
const ID = ':id{[1-9][0-9]{0,14}}'

function storesPage(context: EmulatorContext): Promise<Response> {
  const stores = listStores(context)
  return page({
    title: 'Storefronts',
    part,
    width: 'narrow',
    body:
      stores.length === 0
        ? html`<p class="card empty">No storefronts yet. Open a store: <code>app store open --name Demo</code></p>`
        : html`${stores.map(({ code, name }) => html`<div class="card"><a class="name" href="/${code}">${name}</a></div>`)}`,
  })
}

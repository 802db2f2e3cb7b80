import { html } from 'hono/html'

import type { Store, StoreRegion } from '../../control/contract.ts'
import { stores } from '../../control/operations/stores.ts'
import { page, redirectTo } from '../pages/page.ts'
import { readInput } from '../read-input.ts'
import { readOrder } from '../store/orders/order-event.ts'
import { placeOrder } from '../store/orders/place-order.ts'
import type { World } from '../world.ts'

export interface Counter {
  readonly store: Store
  readonly region: StoreRegion
}

/** Takes an order by its form, and leads on to its page. Raises what `placeOrder` raises. */
export type TakeOrder = (counter: Counter, form: URLSearchParams) => Response

/** As many forms as are remembered; the oldest are forgotten first. */
const REMEMBERED = 1000

/**
 * Each form has its own key: sent twice, by a double click or a reload, it is one order. A form without a key is an order each time. The answer is a
 * redirect, so that the page that follows can be reloaded.
 */
export function createTakeOrder(world: World): TakeOrder {
  const taken = new Map<string, number>()
  return ({ store, region }, form) => {
    const key = `${store.id} ${form.get('key') ?? ''}`
    const known = taken.get(key)
    const id = known ?? place(world, { store, region }, form)
    if (known === undefined && form.has('key')) {
      taken.set(key, id)
      for (const oldest of taken.keys()) {
        if (taken.size <= REMEMBERED) break
        taken.delete(oldest)
      }
    }
    return redirectTo(`/${store.code}/${region.code}/orders/${id}`)
  }
}

function place(world: World, { store, region }: Counter, form: URLSearchParams): number {
  const item = { productId: Number(form.get('product_id')), quantity: Number(form.get('quantity')) }
  const input = readInput(stores.placeOrder, { region: region.code, paid: true, items: [item] })
  return placeOrder(world, { storeId: store.id, input }).id
}

/** A key for a form. */
export function orderKey({ randomBytes }: World): string {
  return randomBytes(16).toString('hex')
}

/** The order as it stands now. Raises `emulator.bad-request` for one that the store does not have. */
export function orderPage(world: World, { store, region }: Counter, orderId: number): Promise<Response> {
  const order = readOrder(world, { storeId: store.id, orderId })
  return page({
    title: 'Thank you',
    part: 'storefront',
    width: 'narrow',
    body: html`<p class="lead">Your order is in.</p>
      <dl class="card facts">
        <dt>Order</dt>
        <dd class="name">${order.orderNumber}</dd>
        <dt>Total</dt>
        <dd>${order.grandTotal} ${order.currency}</dd>
        <dt>Status</dt>
        <dd><span class="badge good">${order.status}</span></dd>
      </dl>
      <p><a href="/${store.code}/${region.code}">Back to ${store.name}</a></p>`,
  })
}

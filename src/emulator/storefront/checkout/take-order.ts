import { stores } from '../../../control/operations/stores.ts'
import { redirectTo } from '../../pages/page.ts'
import { readInput } from '../../read-input.ts'
import { placeOrder } from '../../store/orders/place-order.ts'
import type { TakeForm } from '../cart/cart-forms.ts'
import { cartPage } from '../cart/cart-page.ts'
import type { Carts } from '../cart/carts.ts'
import { pricedCart } from '../cart/priced-cart.ts'
import { homeOf, type StorefrontVisit } from '../visit.ts'
import { buyerProblems, readBuyer } from './buyer-fields.ts'
import { checkoutPage } from './checkout-page.ts'

/** Maximum number of stored form keys. The oldest are removed first. */
const REMEMBERED = 1000

/**
 * Creates the handler that places an order from the checkout form, or of one product with `product_id` and `quantity` for scripts. Each
 * form has its own key, so a double click or reload creates one order. The response is a redirect, so that the next page can be reloaded.
 */
export function createTakeOrder(carts: Carts): TakeForm {
  const taken = new Map<string, number>()
  const remember = (key: string, id: number) => {
    taken.set(key, id)
    for (const oldest of taken.keys()) {
      if (taken.size <= REMEMBERED) break
      taken.delete(oldest)
    }
  }
  return (visit, form) => {
    const key = `${homeOf(visit)} ${form.get('key') ?? ''}`
    const known = form.has('key') ? taken.get(key) : undefined
    const place = () => (form.has('product_id') ? placeOne(visit, form) : placeCart(visit, form, carts))
    const id = known ?? visit.context.step(`order placed in ${visit.store.code}`, place)
    if (typeof id !== 'number') return id
    if (form.has('key')) remember(key, id)
    return redirectTo(`${homeOf(visit)}/orders/${id}`)
  }
}

/** Orders one product, paid immediately, for the next of the store's customers in rotation. Raises what `placeOrder` raises. */
function placeOne({ context, store, region }: StorefrontVisit, form: URLSearchParams): number {
  const item = { productId: Number(form.get('product_id')), quantity: Number(form.get('quantity')) }
  const input = readInput(stores.placeOrder, { region: region.code, paid: true, items: [item] })
  return placeOrder(context, { storeId: store.id, input }).id
}

/** Places the order, empties the cart and returns the order's id. On failure, returns the page with the reason and the typed values. */
function placeCart(visit: StorefrontVisit, form: URLSearchParams, carts: Carts): number | Response | Promise<Response> {
  const { context, store, region } = visit
  const { lines, digest } = pricedCart(visit)
  if (lines.length === 0) return cartPage(visit)
  const [buyer, isPaid] = [readBuyer(form), form.get('payment') !== 'unpaid']
  const problems = buyerProblems(buyer)
  if (problems.size > 0) {
    const message = `The order was not placed. Correct ${problems.size === 1 ? 'one field' : `${problems.size} fields`} below.`
    return checkoutPage(visit, { buyer, isPaid, problems, message, status: 400 })
  }
  if (form.has('cart') && form.get('cart') !== digest) {
    const message =
      'The order was not placed, because your cart or a price changed. Check the order, then place it again.'
    return checkoutPage(visit, { buyer, isPaid, problems, message, status: 409 })
  }
  const items = lines.map(({ productId, variantId, quantity }) => ({
    productId,
    variantId: variantId ?? undefined,
    quantity,
  }))
  const { id } = placeOrder(context, { storeId: store.id, buyer, input: { region: region.code, paid: isPaid, items } })
  carts.write(visit.visitor, visit, [])
  return id
}

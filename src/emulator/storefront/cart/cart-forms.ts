import { redirectTo } from '../../pages/page.ts'
import { productPage } from '../catalogue/product-page.ts'
import { readProduct } from '../catalogue/products.ts'
import { variantsOf } from '../catalogue/variants.ts'
import { readQuantity } from '../quantity.ts'
import { homeOf, notSold, type StorefrontVisit } from '../visit.ts'
import { cartPage } from './cart-page.ts'
import type { CartLine, Carts } from './carts.ts'
import { lineKey, withMore } from './change-cart.ts'

export type TakeForm = (visit: StorefrontVisit, form: URLSearchParams) => Response | Promise<Response>

export interface CartForms {
  readonly add: TakeForm
  readonly update: TakeForm
  readonly remove: TakeForm
}

/** Creates the handlers of the product and cart forms. Each redirects, so that a reload repeats nothing. Rejected input is shown again as typed. */
export function createCartForms(carts: Carts): CartForms {
  const keep = (visit: StorefrontVisit, lines: readonly CartLine[], next: string) =>
    redirectTo(`${homeOf(visit)}/${next}`, carts.write(visit.visitor, visit, lines))
  return {
    add: (visit, form) => {
      const typed = form.get('quantity') ?? ''
      const item = readCartItem(visit, form)
      if (item === null) return notSold(visit)
      const { productId, variantId } = item
      const refuse = (problem: string) => productPage(visit, productId, { quantity: typed, variantId, problem })
      if (item.mustChoose) return refuse('Choose a variant.')
      const quantity = readQuantity(typed)
      if (typeof quantity === 'string') return refuse(quantity)
      const lines = withMore(visit.cart, { productId, variantId, quantity })
      return typeof lines === 'string' ? refuse(lines) : keep(visit, lines, 'cart')
    },

    update: (visit, form) => {
      const typed = new Map(visit.cart.flatMap((line) => typedFor(form, lineKey(line))))
      const problems = new Map<string, string>()
      const lines = visit.cart.map((line) => {
        const text = typed.get(lineKey(line))
        const quantity = text === undefined ? line.quantity : readQuantity(text)
        if (typeof quantity === 'number') return { ...line, quantity }
        problems.set(lineKey(line), quantity)
        return line
      })
      if (problems.size > 0) return cartPage(visit, { typed, problems })
      return keep(visit, lines, form.has('stay') || lines.length === 0 ? 'cart' : 'checkout')
    },

    remove: (visit, form) =>
      keep(
        visit,
        visit.cart.filter((line) => lineKey(line) !== form.get('line')),
        'cart',
      ),
  }
}

function typedFor(form: URLSearchParams, key: string): [string, string][] {
  const text = form.get(`quantity-${key}`)
  return text === null ? [] : [[key, text]]
}

interface CartItem {
  readonly productId: number
  readonly variantId: number | null
  /** Whether the product has variants, so that one must be chosen. */
  readonly mustChoose: boolean
}

/** Returns null for an item that the region does not sell. */
function readCartItem({ db, region }: StorefrontVisit, form: URLSearchParams): CartItem | null {
  const productId = idOf(form.get('product_id'))
  if (readProduct(db, { regionId: region.id, productId }) === null) return null
  const variants = variantsOf(db, region.languageCode, { productId, regionId: region.id })
  const variantId = idOf(form.get('variant_id'))
  const isThere = variants.some(({ id }) => id === variantId)
  return { productId, variantId: isThere ? variantId : null, mustChoose: variants.length > 0 && !isThere }
}

/** Parses an id. Returns -1, which no row has, for other text. */
function idOf(text: string | null): number {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : -1
}

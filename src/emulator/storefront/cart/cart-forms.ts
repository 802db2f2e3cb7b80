import { redirectTo } from '../../pages/page.ts'
import { productPage } from '../catalogue/product-page.ts'
import { readProduct } from '../catalogue/products.ts'
import { variantsOf } from '../catalogue/variants.ts'
import { homeOf, notSold, type Shop } from '../shop.ts'
import { cartPage } from './cart-page.ts'
import type { CartLine, Carts } from './carts.ts'
import { lineKey, withMore } from './change-cart.ts'
import { readQuantity } from './quantity.ts'

export type TakeForm = (shop: Shop, form: URLSearchParams) => Response | Promise<Response>

export interface CartForms {
  readonly add: TakeForm
  readonly update: TakeForm
  readonly remove: TakeForm
}

/** What the forms of product and cart do. Each leads on by a redirect, so that reloading repeats nothing; what is refused is shown again as it was typed. */
export function createCartForms(carts: Carts): CartForms {
  const keep = (shop: Shop, lines: readonly CartLine[], next: string) =>
    redirectTo(`${homeOf(shop)}/${next}`, carts.write(shop.visitor, shop, lines))
  return {
    add: (shop, form) => {
      const typed = form.get('quantity') ?? ''
      const wanted = readWanted(shop, form)
      if (wanted === null) return notSold(shop)
      const { productId, variantId } = wanted
      const refuse = (problem: string) => productPage(shop, productId, { quantity: typed, variantId, problem })
      if (wanted.mustChoose) return refuse('Choose a variant.')
      const quantity = readQuantity(typed)
      if (typeof quantity === 'string') return refuse(quantity)
      const lines = withMore(shop.cart, { productId, variantId, quantity })
      return typeof lines === 'string' ? refuse(lines) : keep(shop, lines, 'cart')
    },

    update: (shop, form) => {
      const typed = new Map(shop.cart.flatMap((line) => typedFor(form, lineKey(line))))
      const problems = new Map<string, string>()
      const lines = shop.cart.map((line) => {
        const text = typed.get(lineKey(line))
        const quantity = text === undefined ? line.quantity : readQuantity(text)
        if (typeof quantity === 'number') return { ...line, quantity }
        problems.set(lineKey(line), quantity)
        return line
      })
      if (problems.size > 0) return cartPage(shop, { typed, problems })
      return keep(shop, lines, form.has('stay') || lines.length === 0 ? 'cart' : 'checkout')
    },

    remove: (shop, form) =>
      keep(
        shop,
        shop.cart.filter((line) => lineKey(line) !== form.get('line')),
        'cart',
      ),
  }
}

function typedFor(form: URLSearchParams, key: string): [string, string][] {
  const text = form.get(`quantity-${key}`)
  return text === null ? [] : [[key, text]]
}

interface Wanted {
  readonly productId: number
  readonly variantId: number | null
  /** A product with variants is sold as one of them. */
  readonly mustChoose: boolean
}

/** Null for what the region does not sell. */
function readWanted({ db, region }: Shop, form: URLSearchParams): Wanted | null {
  const productId = idOf(form.get('product_id'))
  if (readProduct(db, { regionId: region.id, productId }) === null) return null
  const variants = variantsOf(db, region.languageCode, { productId, regionId: region.id })
  const variantId = idOf(form.get('variant_id'))
  const isThere = variants.some(({ id }) => id === variantId)
  return { productId, variantId: isThere ? variantId : null, mustChoose: variants.length > 0 && !isThere }
}

/** -1, which no row has, for text that is not an id. */
function idOf(text: string | null): number {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : -1
}

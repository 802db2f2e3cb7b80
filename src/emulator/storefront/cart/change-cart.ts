import { MOST_PIECES } from '../quantity.ts'
import type { CartLine } from './carts.ts'

/** Maximum number of lines in one cart. */
const MOST_LINES = 500

/** Returns the key of a line: its product and variant. */
export function lineKey({ productId, variantId }: Omit<CartLine, 'quantity'>): string {
  return variantId === null ? String(productId) : `${productId}-${variantId}`
}

/** Returns the cart with the added line, or a sentence that explains why it cannot be added. */
export function withMore(cart: readonly CartLine[], more: CartLine): readonly CartLine[] | string {
  const key = lineKey(more)
  const there = cart.find((line) => lineKey(line) === key)
  if (there === undefined) {
    return cart.length < MOST_LINES ? [...cart, more] : `A cart can contain at most ${MOST_LINES} different products.`
  }
  const quantity = there.quantity + more.quantity
  if (quantity > MOST_PIECES) {
    return `The cart already has ${there.quantity} of this product. The limit is ${MOST_PIECES} per product.`
  }
  return cart.map((line) => (line === there ? { ...line, quantity } : line))
}

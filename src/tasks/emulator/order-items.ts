import type { PlaceOrderInput } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'

/** Parses `3` and `3=2` to items of an order. Raises `usage.invalid`. */
export function readItems(texts: readonly string[]): NonNullable<PlaceOrderInput['items']> {
  return texts.map((text) => {
    const [, product, quantity = '1'] = /^([1-9]\d{0,14})(?:=([1-9]\d{0,5}))?$/.exec(text) ?? []
    if (product !== undefined) return { productId: Number(product), quantity: Number(quantity) }
    throw new AppError('usage.invalid', `${JSON.stringify(text)} is not an item.`, {
      suggestions: ['Use a product id or id=quantity, for example --item 3=2.', 'app call products list'],
    })
  })
}

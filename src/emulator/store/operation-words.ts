import type { OrderOperation } from '../../control/contract.ts'
import type { ProductOperation } from '../../control/store-contract.ts'

/** What a button says that does this to an order. */
export const orderOperationWords: Readonly<Record<OrderOperation, string>> = {
  pay: 'Mark as paid',
  process: 'Mark as processing',
  ship: 'Mark as shipped',
  deliver: 'Mark as delivered',
  cancel: 'Cancel order',
  refund: 'Refund order',
}

/** And to a product. */
export const productOperationWords: Readonly<Record<ProductOperation, string>> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete product',
}

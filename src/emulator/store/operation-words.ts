import type { OrderOperation } from '../../control/contract.ts'
import type { ProductOperation } from '../../control/store-contract.ts'

/** Button text of each order operation. */
export const orderOperationWords: Readonly<Record<OrderOperation, string>> = {
  pay: 'Mark as paid',
  process: 'Mark as processing',
  ship: 'Mark as shipped',
  deliver: 'Mark as delivered',
  cancel: 'Cancel order',
  refund: 'Refund order',
}

/** Button text of each product operation. */
export const productOperationWords: Readonly<Record<ProductOperation, string>> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete product',
}

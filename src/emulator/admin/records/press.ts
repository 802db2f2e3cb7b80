import type { ProductOperation } from '../../../control/store-contract.ts'
import { AppError } from '../../../errors.ts'
import { errorPage, redirectTo } from '../../pages/page.ts'
import { productOperationWords } from '../../store/operation-words.ts'
import { changeOrder } from '../../store/orders/change-order.ts'
import { changeProduct } from '../../store/products/change-product.ts'
import { noSuchRecord, recordId, visitFrame, type AdminVisit } from '../visit.ts'
import { findOrder } from './find-order.ts'
import { isOrderOperation } from './order-actions.ts'

/** A pressed button on a record's page. */
export interface PressedButton {
  /** Record id, as in the URL. */
  readonly id: string
  readonly operation: string
  readonly form: URLSearchParams
}

/** Performs the operation of a button on an order's page and redirects to the order. */
export function pressOrder(visit: AdminVisit, { id, operation, form }: PressedButton): Response | Promise<Response> {
  const found = findOrder(visit, id)
  if ('missing' in found) return noSuchRecord(visit, found.missing)
  if (!isOrderOperation(operation)) return noSuchRecord(visit, 'Unknown order action.')
  const { context, session } = visit
  const typed = (name: string) => (form.get(name) ?? '').trim().slice(0, 200) || undefined
  return pressed(visit, { back: `/admin/orders/${found.orderId}`, next: `/admin/orders/${found.orderId}` }, () =>
    changeOrder(context, {
      storeId: session.store.id,
      orderId: found.orderId,
      operation,
      ...(operation === 'ship' && { carrier: typed('carrier'), trackingNumber: typed('tracking_number') }),
    }),
  )
}

/** Performs the operation of a button on a product's page. Redirects to the product, or to the list after a deletion. */
export function pressProduct(visit: AdminVisit, { id, operation }: PressedButton): Response | Promise<Response> {
  const productId = recordId(id)
  if (productId === null) return noSuchRecord(visit, 'The store has no such product.')
  if (!isProductOperation(operation)) return noSuchRecord(visit, 'Unknown product action.')
  const { context, session } = visit
  const back = `/admin/products/${productId}`
  return pressed(visit, { back, next: operation === 'delete' ? '/admin/products' : back }, () =>
    changeProduct(context, { storeId: session.store.id, productId }, operation),
  )
}

interface PressLinks {
  /** Path of the record. */
  readonly back: string
  /** Path to redirect to after success. */
  readonly next: string
}

/** Runs an operation and redirects. Reports a conflict, such as a form that was sent twice, and changes nothing. */
function pressed(visit: AdminVisit, { back, next }: PressLinks, work: () => unknown): Response | Promise<Response> {
  try {
    work()
    return redirectTo(next)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const at = { ...visit, url: new URL(back, visit.url) }
    if (error.code === 'emulator.bad-request') return noSuchRecord(at, error.message)
    const message = `${error.message} Nothing was changed.`
    return errorPage({
      title: 'Change rejected',
      message,
      status: 409,
      back: { href: back, text: 'Show current state' },
      ...visitFrame(at),
    })
  }
}

function isProductOperation(text: string): text is ProductOperation {
  return Object.hasOwn(productOperationWords, text)
}

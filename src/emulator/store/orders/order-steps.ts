import type { Topic } from '../../../catalog/topics.ts'
import type { OrderOperation } from '../../../control/contract.ts'
import type { OrderState } from './order-event.ts'

export interface OrderStep {
  /** Topic of its event, or null if no topic reports it. */
  readonly topic: Topic | null
  /** Returns why the operation is not allowed, or null. */
  readonly obstacle: (order: OrderState) => string | null
  readonly status: string
  /** Null if it does not change. */
  readonly paymentStatus: string | null
  /** Returns whether the goods are restocked, which applies only if they were never shipped. */
  readonly restocks: (order: OrderState) => boolean
}

const isClosed = ({ status }: OrderState) => status === 'cancelled' || status === 'refunded'
const isOut = ({ status }: OrderState) => status === 'shipped' || status === 'delivered'
const never = () => false

/** Returns why an order cannot be packed or shipped, or null. */
function notToSend(order: OrderState): string | null {
  if (isClosed(order) || isOut(order)) return `is already ${order.status}`
  return order.paymentStatus === 'paid' ? null : 'is not paid yet'
}

/** The emulator's own transitions (N4, N17, N18), because the documents do not show any. */
export const orderSteps: Readonly<Record<OrderOperation, OrderStep>> = {
  pay: {
    topic: 'order.paid',
    obstacle: (order) =>
      isClosed(order) ? `is ${order.status}` : order.paymentStatus === 'unpaid' ? null : 'is already paid',
    status: 'paid',
    paymentStatus: 'paid',
    restocks: never,
  },
  process: {
    topic: null,
    obstacle: (order) => notToSend(order) ?? (order.status === 'processing' ? 'is already being processed' : null),
    status: 'processing',
    paymentStatus: null,
    restocks: never,
  },
  ship: { topic: 'order.shipped', obstacle: notToSend, status: 'shipped', paymentStatus: null, restocks: never },
  deliver: {
    topic: null,
    obstacle: ({ status }) =>
      status === 'shipped' ? null : status === 'delivered' ? 'is already delivered' : 'is not shipped',
    status: 'delivered',
    paymentStatus: null,
    restocks: never,
  },
  cancel: {
    topic: 'order.cancelled',
    obstacle: (order) => (isClosed(order) || isOut(order) ? `is already ${order.status}` : null),
    status: 'cancelled',
    paymentStatus: null,
    restocks: (order) => !order.isImported,
  },
  refund: {
    topic: 'order.refunded',
    obstacle: (order) =>
      order.paymentStatus === 'paid'
        ? null
        : order.paymentStatus === 'refunded'
          ? 'is already refunded'
          : 'is not paid',
    status: 'refunded',
    paymentStatus: 'refunded',
    restocks: (order) => !order.isImported && !isOut(order) && order.status !== 'cancelled',
  },
}

/** Returns the operations that the order's state allows now. */
export function allowedOperations(order: OrderState): OrderOperation[] {
  return (Object.keys(orderSteps) as OrderOperation[]).filter(
    (operation) => orderSteps[operation].obstacle(order) === null,
  )
}

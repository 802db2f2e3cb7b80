import type { Scope } from './scopes.ts'

interface TopicFacts {
  readonly meaning: string
  /** Scope that a subscription needs, or null. Assumed (N6): not documented. */
  readonly scope: Scope | null
  /** Operation after which the emulator sends it. Assumed (N4). */
  readonly sentAfter: string
}

/** The nine topics (EVT-015 to EVT-023). Any other name is rejected (EVT-014). */
export const topics = {
  'order.created': { meaning: 'An order was created.', scope: 'orders.read', sentAfter: 'an order is placed' },
  'order.paid': { meaning: 'An order was paid.', scope: 'orders.read', sentAfter: 'an order is paid' },
  'order.shipped': { meaning: 'An order was shipped.', scope: 'orders.read', sentAfter: 'an order is shipped' },
  'order.cancelled': { meaning: 'An order was cancelled.', scope: 'orders.read', sentAfter: 'an order is cancelled' },
  'order.refunded': { meaning: 'An order was refunded.', scope: 'orders.read', sentAfter: 'an order is refunded' },
  'fulfillment.requested': {
    meaning: 'Order fulfillment was requested.',
    scope: 'fulfillment.write',
    sentAfter: 'a fulfillment is requested',
  },
  'shipment.create_requested': {
    meaning: 'A carrier should create a shipment.',
    scope: 'shipping.provider',
    sentAfter: 'a shipment is requested',
  },
  'invoice.submit_requested': {
    meaning: 'An invoice provider should submit an invoice.',
    scope: 'invoices.read',
    sentAfter: 'an invoice is requested',
  },
  'app.uninstalled': { meaning: 'The app was uninstalled.', scope: null, sentAfter: 'an install is removed' },
} as const satisfies Record<string, TopicFacts>

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as readonly Topic[]

export function isTopic(name: string): name is Topic {
  return Object.hasOwn(topics, name)
}

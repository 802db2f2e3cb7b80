import { Buffer } from 'node:buffer'

import type { NewDelivery } from '../../src/journal/deliveries.ts'

/** Returns a delivery to journal. A test sets the fields that matter to it. */
export function someDelivery(fields: Partial<NewDelivery> = {}): NewDelivery {
  return {
    receivedAt: new Date(),
    eventId: 'e-1',
    topic: 'order.created',
    storeId: '1001',
    regionId: null,
    timestamp: 1,
    signature: 'a'.repeat(64),
    headers: {},
    body: Buffer.from('{}'),
    ...fields,
  }
}

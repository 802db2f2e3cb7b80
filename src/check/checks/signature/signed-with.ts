import { createHmac } from 'node:crypto'

import { valueOf, withHeader, type Delivery } from '../../harness/delivery.ts'

/** Returns the delivery with a signature by another key. */
export function signedWith(delivery: Delivery, secret: string | Uint8Array): Delivery {
  const head = (['topic', 'store', 'timestamp'] as const).map((part) => `${valueOf(delivery, part)}\n`).join('')
  const signature = createHmac('sha256', secret).update(head).update(delivery.body).digest('hex')
  return withHeader(delivery, 'signature', signature)
}

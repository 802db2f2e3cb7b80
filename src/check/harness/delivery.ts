import { createHmac } from 'node:crypto'

import { webhookHeaderNames } from '../../protocol/webhook-signature.ts'
import type { RawHeader, RawRequest } from './raw-request.ts'

export interface Envelope {
  readonly eventId: string
  readonly storeId: number
  readonly regionId: number | null
  readonly data: unknown
}

export interface DeliveryToMake {
  readonly path: string
  readonly secret: string
  readonly topic: string
  readonly storeId: number
  /** Unix seconds, or any text instead. */
  readonly timestamp: string
  readonly body: Uint8Array
}

/** A delivery as the platform would send it; a check may change it before sending. */
export type Delivery = Omit<RawRequest, 'port'> & { readonly headers: readonly RawHeader[]; readonly body: Uint8Array }

/** Signs exactly these bytes. */
export function makeDelivery({ path, secret, topic, storeId, timestamp, body }: DeliveryToMake): Delivery {
  const head = `${topic}\n${storeId}\n${timestamp}\n`
  const signature = createHmac('sha256', secret).update(head).update(body).digest('hex')
  const { signature: signatureName, topic: topicName, store, timestamp: timestampName } = webhookHeaderNames
  const headers: RawHeader[] = [
    ['Content-Type', 'application/json'],
    [signatureName, signature],
    [topicName, topic],
    [store, String(storeId)],
    [timestampName, timestamp],
  ]
  return { method: 'POST', path, headers, body }
}

export type SignedPart = keyof typeof webhookHeaderNames

/** Returns the delivery with another value of a header, without the header (null), or with several values. */
export function withHeader(delivery: Delivery, part: SignedPart, value: string | null | readonly string[]): Delivery {
  const name = webhookHeaderNames[part]
  const values = value === null ? [] : [value].flat()
  const headers = delivery.headers.flatMap((header): RawHeader[] =>
    header[0] === name ? values.map((one) => [name, one]) : [header],
  )
  return { ...delivery, headers }
}

export function valueOf({ headers }: Delivery, part: SignedPart): string {
  return headers.find(([name]) => name === webhookHeaderNames[part])?.[1] ?? ''
}

/** Returns the `data` of an event of this topic, as the emulator writes it (N3, N4). */
export function eventData(
  topic: string,
  order: { readonly id: number; readonly orderNumber: string; readonly currency: string },
): unknown {
  const status: Readonly<Record<string, string>> = {
    'order.created': 'pending',
    'order.paid': 'paid',
    'order.shipped': 'shipped',
    'order.cancelled': 'cancelled',
    'order.refunded': 'refunded',
    'fulfillment.requested': 'paid',
  }
  if (topic === 'app.uninstalled') return {}
  const { id: orderId, orderNumber, currency } = order
  return { orderId, orderNumber, ...(status[topic] && { status: status[topic] }), currency }
}

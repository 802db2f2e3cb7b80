import type { KeyObject } from 'node:crypto'

import { webhookHeaderNames, webhookHeaders } from '../protocol/webhook-signature.ts'
import { defined } from '../text/defined.ts'
import type { DeliveryRow } from './deliveries.ts'

/** Headers and body of a delivery, ready to be resent. */
export interface DeliveryRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

type KeptRequest = Pick<DeliveryRow, 'headers' | 'topic' | 'storeId' | 'timestamp' | 'signature' | 'body'>

/** Returns the request as it arrived: the same bytes, signature and timestamp. The app rejects it once it is older than five minutes (HOOK-015). */
export function requestAsIs(row: KeptRequest): DeliveryRequest {
  return {
    headers: {
      ...plainHeaders(row),
      [webhookHeaderNames.signature]: row.signature,
      [webhookHeaderNames.topic]: row.topic,
      [webhookHeaderNames.store]: row.storeId,
      [webhookHeaderNames.timestamp]: String(row.timestamp),
    },
    body: row.body,
  }
}

/** Returns the same event, signed at `now` as the platform signs its own retry (N5); with `body`, over these bytes instead. */
export function resignedRequest(
  row: KeptRequest,
  { key, now, body = row.body }: { readonly key: KeyObject; readonly now: Date; readonly body?: Uint8Array },
): DeliveryRequest {
  const timestamp = Math.floor(now.getTime() / 1000)
  const { topic, storeId } = row
  return { headers: { ...plainHeaders(row), ...webhookHeaders({ key, topic, storeId, timestamp, body }) }, body }
}

function plainHeaders({ headers }: KeptRequest): Record<string, string> {
  return {
    'Content-Type': headers['content-type'] ?? 'application/json',
    ...defined({ 'User-Agent': headers['user-agent'] }),
  }
}

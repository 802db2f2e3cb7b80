import type { LogEntry, RequestRow } from '../../control/contract.ts'

/** What happened on the platform's side, for those in this process who want to know at once. */
export type Notice =
  | { readonly kind: 'request'; readonly row: RequestRow }
  | { readonly kind: 'log'; readonly entry: LogEntry }
  | { readonly kind: 'attempt'; readonly attempt: DeliveryAttempt }

/** A delivery that was sent, and what the app made of it. */
export interface DeliveryAttempt {
  readonly deliveryId: number
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  readonly topic: string
  /** The bytes that were signed. */
  readonly body: Uint8Array
  /** 1 for the first one. */
  readonly attempt: number
  readonly status: number | null
  /** Null for an attempt that was accepted. */
  readonly error: string | null
}

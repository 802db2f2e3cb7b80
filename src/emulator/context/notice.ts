import type { LogEntry, RequestRow } from '../../control/contract.ts'

/** Platform event, for immediate use in this process. */
export type Notice =
  | { readonly kind: 'request'; readonly row: RequestRow }
  | { readonly kind: 'log'; readonly entry: LogEntry }
  | { readonly kind: 'attempt'; readonly attempt: DeliveryAttempt }

/** A delivery attempt and its result. */
export interface DeliveryAttempt {
  readonly deliveryId: number
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  readonly topic: string
  /** Signed bytes. */
  readonly body: Uint8Array
  /** Number of the attempt, from 1. */
  readonly attempt: number
  readonly status: number | null
  /** Error, or null if the app accepted the delivery. */
  readonly error: string | null
}

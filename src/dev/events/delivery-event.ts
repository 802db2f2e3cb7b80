import type { DeliveryVerdict } from '../../gateway/delivery.ts'
import type { DeliveryMark } from '../../journal/deliveries.ts'
import type { DeliveryState } from '../../journal/delivery-state.ts'

export interface DeliveryEvent {
  readonly event: 'delivery'
  readonly eventId: string | null
  readonly topic: string
  readonly storeId: string
  readonly regionId: string | null
  /** What the platform was answered. */
  readonly status: number
  /** From receipt to answer, writing it down included. */
  readonly ms: number
  /** The app's share of that time; left out where the app was not called. */
  readonly appMs?: number
  readonly mark: DeliveryMark
  /** The store that the signed body names, where it is another one than that of the signed header; else null. */
  readonly bodyStoreId?: string | null
  readonly outcome: Exclude<DeliveryVerdict['kind'], 'rejected'>
  /** The platform had stopped waiting before the answer was there, so it sends the event again. */
  readonly tooLate?: boolean
  readonly error: string | null
  /** With `app-down`: the program that has the app's port, if known. */
  readonly holder?: string
  /** Of the order that the event is about; null where its body names none. */
  readonly orderNumber: string | null
  /** Codes of what the ids above name; null where they are not known. */
  readonly storeCode: string | null
  readonly regionCode: string | null
  /** Row in the journal; null when it could not be written. */
  readonly deliveryId: number | null
}

/** A delivery that the app is handling. */
interface WithApp {
  readonly deliveryId: number
  readonly eventId: string | null
  readonly topic: string
  readonly orderNumber: string | null
  readonly storeId: string
  readonly regionId: string | null
  readonly storeCode: string | null
  readonly regionCode: string | null
}

/** The app receives a delivery now. Its output and its calls follow, then `delivery` or `attempt`. */
export interface ArrivalEvent extends WithApp {
  readonly event: 'arrival'
  /** The event that reports the result. `attempt`: of the gateway, or of a replay. */
  readonly result: 'delivery' | 'attempt'
}

/** The app has had a delivery for as long as the platform waits for an answer. */
export interface HeldEvent extends WithApp {
  readonly event: 'slow-delivery'
  /** How long it has had it. */
  readonly ms: number
  /** Whether the platform was answered at once (--ack), so that it waits for nothing. */
  readonly acknowledged: boolean
}

/** A try of the gateway's own, or by hand: of a delivery that the platform has been answered for. */
export interface AttemptEvent {
  readonly event: 'attempt'
  readonly deliveryId: number
  readonly eventId: string | null
  readonly topic: string
  readonly orderNumber: string | null
  readonly status: number | null
  readonly error: string | null
  /** With `app-down`: the program that has the app's port, if known. */
  readonly holder?: string
  readonly ms: number
  readonly state: DeliveryState
  /** When it is tried again, as ISO-8601; null for never. */
  readonly nextAttemptAt: string | null
}

export interface RefusedEvent {
  readonly event: 'rejected'
  readonly reason: string
  readonly status: number
  /** Rejections for this reason since the start. If they are many, only one in ten seconds is reported. */
  readonly count: number
  readonly hint: string | null
}

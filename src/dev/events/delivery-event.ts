import type { DeliveryVerdict } from '../../gateway/delivery.ts'
import type { DeliveryMark } from '../../journal/deliveries.ts'
import type { DeliveryState } from '../../journal/delivery-state.ts'

export interface DeliveryEvent {
  readonly event: 'delivery'
  readonly eventId: string | null
  readonly topic: string
  readonly storeId: string
  readonly regionId: string | null
  /** HTTP status sent to the platform. */
  readonly status: number
  /** Time from receipt to response in ms, including the journal write. */
  readonly ms: number
  /** The app's share of `ms`. Missing if the app was not called. */
  readonly appMs?: number
  readonly mark: DeliveryMark
  /** Store id in the signed body if it differs from the signed header, else null. */
  readonly bodyStoreId?: string | null
  readonly outcome: Exclude<DeliveryVerdict['kind'], 'rejected'>
  /** True if the platform stopped waiting before the response, so it retries the event. */
  readonly tooLate?: boolean
  readonly error: string | null
  /** Program that uses the app's port, if known. Only with `app-down`. */
  readonly holder?: string
  /** Number of the event's order, or null if the body contains none. */
  readonly orderNumber: string | null
  /** Store code, or null if unknown. */
  readonly storeCode: string | null
  readonly regionCode: string | null
  /** Delivery id in the journal, or null if it could not be written. */
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

/** The app receives a delivery. Its output and its calls follow, then `delivery` or `attempt`. */
export interface ArrivalEvent extends WithApp {
  readonly event: 'arrival'
  /** Name of the event that reports the result. `attempt` for a retry by the gateway or a replay. */
  readonly result: 'delivery' | 'attempt'
}

/** The app has not responded within the platform's delivery timeout. */
export interface HeldEvent extends WithApp {
  readonly event: 'slow-delivery'
  /** Time since the app received the delivery, in ms. */
  readonly ms: number
  /** Whether the platform already got a response (--ack) and is not waiting. */
  readonly acknowledged: boolean
}

/** A retry by the gateway, or a manual replay, of a delivery that the platform already got a response for. */
export interface AttemptEvent {
  readonly event: 'attempt'
  readonly deliveryId: number
  readonly eventId: string | null
  readonly topic: string
  readonly orderNumber: string | null
  readonly status: number | null
  readonly error: string | null
  /** Program that uses the app's port, if known. Only with `app-down`. */
  readonly holder?: string
  readonly ms: number
  readonly state: DeliveryState
  /** Time of the next attempt, ISO-8601, or null if there is none. */
  readonly nextAttemptAt: string | null
}

export interface RejectedEvent {
  readonly event: 'rejected'
  readonly reason: string
  readonly status: number
  /** Rejections for this reason since the start. If there are many, one is reported every ten seconds. */
  readonly count: number
  readonly hint: string | null
}

import type { DeliveryState } from '../journal/delivery-state.ts'
import type { PublicState } from './public-state.ts'

/** Manual actions while `app dev` runs. Each one reports its outcome as events and never throws. */
export interface DevControls {
  readonly install: () => Promise<void>
  readonly openAdmin: () => Promise<void>
  /** Null on the live platform, which does not document the developer console's URL. */
  readonly openPortal: (() => Promise<void>) | null
  /** Null on the live platform, because only customers place orders there. */
  readonly placeOrder: (() => Promise<void>) | null
  readonly restart: () => Promise<void>
  readonly lastFailure: () => Promise<void>
  readonly openInspector: () => Promise<void>
  readonly trigger: () => Promise<void>
  readonly replayLast: () => Promise<void>
  readonly retryDeadLetters: () => Promise<void>
  readonly status: () => DevStatus
}

export interface DevStatus {
  readonly target: string
  readonly store: string
  readonly app: string
  /** Whether the app listens. */
  readonly isUp: boolean
  /** Whether the platform responds. Not checked on the live platform. */
  readonly isPlatformUp: boolean
  /** Null without a tunnel. */
  readonly tunnel: PublicState | null
  /** Number of deliveries in the journal by state. */
  readonly deliveries: Partial<Record<DeliveryState, number>>
  /** Deliveries that the app has had for more than a second without responding. */
  readonly held: number
  /** The app's requests in the last minute, for the busiest token, or null if there were none. */
  readonly spent: number | null
}

import type { DeliveryState } from '../journal/delivery-state.ts'
import type { PublicState } from './public-state.ts'

/** What can be done by hand while `app dev` runs. Each control reports its outcome by events, and raises nothing. */
export interface DevControls {
  readonly install: () => Promise<void>
  readonly openAdmin: () => Promise<void>
  /** Null on the live platform, which does not say where the developer console is. */
  readonly openPortal: (() => Promise<void>) | null
  /** Null on the live platform, where only customers order. */
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
  /** Whether it listens. */
  readonly isUp: boolean
  /** Whether the platform answers; on the live one nobody asks. */
  readonly isPlatformUp: boolean
  /** Null without one. */
  readonly tunnel: PublicState | null
  /** Deliveries of the journal by state. */
  readonly deliveries: Partial<Record<DeliveryState, number>>
  /** Deliveries that the app has had for more than a second. */
  readonly held: number
  /** Requests of the app in the last minute, of the token that sent most; null while there were none. */
  readonly spent: number | null
}

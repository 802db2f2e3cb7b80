import type { EmulatorUrls } from '../../control/contract.ts'
import type { Call } from '../../journal/calls/calls.ts'
import type { ConsoleField } from '../../project/live/console-fields.ts'
import type { TunnelEvent } from '../../tunnel/tunnel.ts'
import type { AppFailedEvent, AppListeningEvent, ConfigEvent, ConsentNeededEvent, RestartEvent } from './app-event.ts'
import type { ArrivalEvent, AttemptEvent, DeliveryEvent, HeldEvent, RejectedEvent } from './delivery-event.ts'
import type {
  EmulatorBackEvent,
  EmulatorEndedEvent,
  TokenBackEvent,
  TokenDeadEvent,
  UninstalledEvent,
  UnsubscribedEvent,
} from './platform-event.ts'

/**
 * The events that `app dev` reports, in order, one line each, as text or NDJSON. The only secret in them is the
 * inspector's token, which is for the reader and expires with this run.
 */
export type DevEvent =
  | AppFailedEvent
  | RestartEvent
  | ConfigEvent
  | ConsentNeededEvent
  | UnsubscribedEvent
  | UninstalledEvent
  | TokenDeadEvent
  | TokenBackEvent
  | FailureEvent
  | EmulatorEvent
  | EmulatorEndedEvent
  | EmulatorBackEvent
  | RegisteredEvent
  | StoreEvent
  | LiveEvent
  | PortalEvent
  | TunnelEvent
  | { readonly event: 'gateway'; readonly url: string; readonly webhookUrl: string; readonly outbound: string }
  | { readonly event: 'listening'; readonly url: string; readonly forwardTo: string | null }
  | { readonly event: 'app-started'; readonly pid: number; readonly command: readonly string[]; readonly url: string }
  | AppListeningEvent
  | { readonly event: 'app-output'; readonly stream: 'stdout' | 'stderr'; readonly line: string }
  | { readonly event: 'app-exited'; readonly reason: string; readonly restartInMs: number }
  | ReadyEvent
  | { readonly event: 'install-address'; readonly url: string; readonly opened: boolean; readonly singleUse: boolean }
  | InstalledEvent
  | VerifiedEvent
  | ArrivalEvent
  | DeliveryEvent
  | AttemptEvent
  | HeldEvent
  | RejectedEvent
  | CallEvent
  | OrderPlacedEvent
  /** `minor`: no action is needed. */
  | { readonly event: 'notice'; readonly text: string; readonly minor?: boolean }
  | { readonly event: 'stopped'; readonly reason: string }

/** An event with its time, as `app dev` reports it. */
export type TimedEvent = DevEvent & {
  /** Time of the event, ISO-8601. */
  readonly at?: string
}

/** The last failure, repeated on request. */
export interface FailureEvent {
  readonly event: 'failure'
  readonly failed: TimedEvent
  /** Start of the app's response body, or null if it was empty or the app was not called. */
  readonly response: string | null
  /** App output while it handled the delivery. If the app threw an error, from its message on. */
  readonly output: readonly string[]
  /** Commands that show more or fix it. */
  readonly next: readonly string[]
}

export interface EmulatorEvent extends EmulatorUrls {
  readonly event: 'emulator'
  /**
   * `started`: runs in this `app dev` and stops with it. `joined`: was already running and keeps running.
   * `continued`: taken over from another `app dev` that exited.
   */
  readonly mode: 'started' | 'joined' | 'continued'
  /** Platform name: `default`, the project's platform, or a named one. */
  readonly platform: string
  /** Folder of the emulator's state. It is kept when the emulator stops. */
  readonly folder: string
}

export interface RegisteredEvent {
  readonly event: 'registered'
  readonly appKey: string
  readonly created: boolean
  readonly warnings: readonly string[]
}

export interface StoreEvent {
  readonly event: 'store'
  readonly code: string
  readonly name: string
  readonly created: boolean
}

export interface OrderPlacedEvent {
  readonly event: 'order-placed'
  readonly orderNumber: string
  readonly store: string
  readonly reason: string
}

/** The live platform is the target. */
export interface LiveEvent {
  readonly event: 'live'
  readonly appKey: string
  readonly api: string
  readonly admin: string
}

/** Values to enter in the developer console. Only a user can see or change them there. */
export interface PortalEvent {
  readonly event: 'portal'
  readonly appKey: string
  /**
   * `compare`: the app is published, so the console must already show these values. `change-then-install`: installed
   * stores get the change only with the next install. `none`: no field differs from the confirmed values.
   */
  readonly advice: 'change' | 'change-then-install' | 'compare' | 'none'
  /** Fields that differ from the values last confirmed. The first time, all ten. */
  readonly changes: readonly ConsoleField[]
  readonly note: string | null
}

/** The platform's verdict on the token. */
export interface VerifiedEvent {
  readonly event: 'verified'
  readonly storeId: string
  readonly storeCode: string | null
  /** Region codes. */
  readonly regions: readonly string[]
  /** Problem with the install, or null if there is none. */
  readonly problem: string | null
  /**
   * Whether the token is valid but payment is pending. Until then the platform delivers no events
   * and rejects calls (402).
   */
  readonly paymentPending?: boolean
}

export interface ReadyEvent {
  readonly event: 'ready'
  readonly appKey: string
  readonly target: string
  readonly pid: number
  readonly app: string
  readonly gateway: string
  readonly outbound: string
  /** Public origin that forwards to the gateway, or null without a tunnel. */
  readonly tunnel: string | null
  readonly admin: string
  /** URL that receives deliveries. */
  readonly webhooks: string
  /** URL of the emulator's developer portal, or null on the live platform. */
  readonly portal: string | null
  /** URL of the test store's storefront, or null on the live platform. */
  readonly storefront: string | null
  /** URL of the inspector with its token, or null without an inspector. */
  readonly inspector: string | null
  /** Store code, or null if not known yet. */
  readonly store: string | null
  /**
   * Health URL: 200 while the app and the platform are running, else 503. Null without an
   * inspector, which serves it.
   */
  readonly health: string | null
}

export interface InstalledEvent {
  readonly event: 'installed'
  readonly storeId: string
  readonly regionId: string | null
  readonly installScope: string
  readonly scopes: readonly string[]
  readonly storeName: string
  /** Storage location of the token, or null if it could not be stored or was not seen. */
  readonly storedIn: string | null
  /** Whether the app was already installed. */
  readonly alreadyInstalled: boolean
  /** Region code, if known. */
  readonly regionCode?: string | null
  /** `install_scope` in app.toml, if the live platform installed the app with the other one. */
  readonly wantedScope?: string
}

export interface CallEvent extends Omit<Call, 'at'> {
  readonly event: 'call'
  /** Region code of the pin, or null if unknown. */
  readonly regionCode: string | null
}

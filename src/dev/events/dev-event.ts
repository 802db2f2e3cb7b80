import type { EmulatorUrls } from '../../control/contract.ts'
import type { Call } from '../../journal/calls/calls.ts'
import type { AppConfig } from '../../project/app-config.ts'
import type { Install } from '../../project/installs.ts'
import type { ConsoleField } from '../../project/live/console-fields.ts'
import type { TunnelEvent } from '../../tunnel/tunnel.ts'
import { textIds } from '../installs/place.ts'
import type { AppFailedEvent, AppListeningEvent, ConfigEvent, ConsentNeededEvent, RestartEvent } from './app-event.ts'
import type { ArrivalEvent, AttemptEvent, DeliveryEvent, HeldEvent, RefusedEvent } from './delivery-event.ts'
import type {
  EmulatorBackEvent,
  EmulatorEndedEvent,
  TokenBackEvent,
  TokenDeadEvent,
  UninstalledEvent,
  UnsubscribedEvent,
} from './platform-event.ts'

/**
 * What `app dev` has to tell, in the order in which it happens. One line each, in words or as NDJSON. Never holds a secret but the inspector's token, which is for
 * the person who reads it and ends with this run.
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
  | RefusedEvent
  | CallEvent
  | OrderPlacedEvent
  /** `isMinor`: no action is needed. */
  | { readonly event: 'notice'; readonly text: string; readonly minor?: boolean }
  | { readonly event: 'stopped'; readonly reason: string }

/** Each event as `app dev` tells it. */
export type TimedEvent = DevEvent & {
  /** ISO-8601. */
  readonly at?: string
}

/** The last trouble again, on request. */
export interface FailureEvent {
  readonly event: 'failure'
  readonly failed: TimedEvent
  /** The start of what the app answered; null where it said nothing, or was not asked. */
  readonly response: string | null
  /** What the app printed while it had the delivery: where it threw, its message. */
  readonly output: readonly string[]
  /** Commands that tell more or mend it. */
  readonly next: readonly string[]
}

export interface EmulatorEvent extends EmulatorUrls {
  readonly event: 'emulator'
  /** `started` here and ends with us; `joined`: somebody else's that goes on; `continued`: that of an `app dev` that has ended, from now on in this one. */
  readonly mode: 'started' | 'joined' | 'continued'
  /** What the platform is called: `default`, the project's own, or one that was named. */
  readonly platform: string
  /** Where its state is, which stays there at the end. */
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

/** What the developer console must hold. Only a person can see or change it there. */
export interface PortalEvent {
  readonly event: 'portal'
  readonly appKey: string
  /**
   * `compare`: nothing of a published app is to be changed. `change-then-install`: installed stores get the
   * change with the next install only. `none`: nothing differs from what was confirmed.
   */
  readonly advice: 'change' | 'change-then-install' | 'compare' | 'none'
  /** The fields that differ from what was confirmed last: all ten the first time. */
  readonly changes: readonly ConsoleField[]
  readonly note: string | null
}

/** What the platform itself says of the token. */
export interface VerifiedEvent {
  readonly event: 'verified'
  readonly storeId: string
  readonly storeCode: string | null
  /** Codes. */
  readonly regions: readonly string[]
  /** Null when it is as it should be. */
  readonly problem: string | null
  /** Whether the platform knows the token and waits for a payment: it delivers no event and rejects calls (402). */
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
  /** Public origin that leads to the gateway; null without a tunnel. */
  readonly tunnel: string | null
  readonly admin: string
  /** Where deliveries are to be sent. */
  readonly webhooks: string
  /** Null on the live platform. */
  readonly portal: string | null
  /** Of the test store; null on the live platform. */
  readonly storefront: string | null
  /** Address of the inspector with its token; null without one. */
  readonly inspector: string | null
  /** Null where it is not known yet. */
  readonly store: string | null
  /** Answers 200 while the app and the platform are up, else 503; null without an inspector, which serves it. */
  readonly health: string | null
}

export interface InstalledEvent {
  readonly event: 'installed'
  readonly storeId: string
  readonly regionId: string | null
  readonly installScope: string
  readonly scopes: readonly string[]
  readonly storeName: string
  /** Where the token is kept; null when it could not be stored here, or was not seen. */
  readonly storedIn: string | null
  /** Whether the install was there before. */
  readonly alreadyInstalled: boolean
  /** Of the region, where it is known. */
  readonly regionCode?: string | null
  /** `install_scope` of app.toml, if the live platform installed with the other one. */
  readonly wantedScope?: string
}

/** The event of an install, wherever it is known from. */
export function installedEvent(
  install: Pick<Install, 'storeId' | 'regionId' | 'scopes' | 'storeName'> & { readonly installScope: string },
  facts: Pick<InstalledEvent, 'storedIn' | 'alreadyInstalled' | 'wantedScope'>,
): InstalledEvent {
  const { installScope, scopes, storeName } = install
  return { event: 'installed', ...textIds(install), installScope, scopes, storeName, ...facts }
}

/** `install_scope` of app.toml, unless the live install has it: there the developer console decides. */
export function wantedScope(
  { installScope }: Pick<Install, 'installScope'>,
  config: Pick<AppConfig, 'installScope'>,
): Pick<InstalledEvent, 'wantedScope'> {
  return installScope === config.installScope ? {} : { wantedScope: config.installScope }
}

export interface CallEvent extends Omit<Call, 'at'> {
  readonly event: 'call'
  /** Of the pin, where it is known. */
  readonly regionCode: string | null
}

import type { appStatuses, deliveryStates, order, orderOperations, registration } from './bodies.ts'
import type { Fault } from './fault.ts'
import type { FieldsInput } from './fields.ts'

// Types of the emulator's control interface. Its operations and their paths are declared in operations/.

export type AppStatus = (typeof appStatuses)[number]

/** The fields that a developer enters. */
export type RegistrationInput = FieldsInput<typeof registration>

export interface Registration {
  readonly app_key: string
  readonly name: string
  readonly status: AppStatus
  readonly client_id: string
  readonly requested_scopes: readonly string[]
  readonly optional_scopes: readonly string[]
  readonly redirect_uris: readonly string[]
  readonly install_scope: string
  readonly webhook_url: string | null
  readonly webhook_topics: readonly string[]
  readonly admin_manifest_json: string | null
  readonly countries: readonly string[]
  readonly price: string | null
  readonly test_store_codes: readonly string[]
  readonly listed: boolean
  /** Whether a panel change was saved but not published. Publishing it sends the app back to review (APP-035). */
  readonly has_unpublished_change: boolean
  readonly has_signing_secret: boolean
}

export interface RegistrationSecrets {
  readonly client_id: string
  readonly client_secret: string
  readonly webhook_signing_secret: string
}

export interface RegisterAnswer {
  readonly app: Registration
  readonly created: boolean
  /** Secrets, only at creation (APP-008). */
  readonly secrets: RegistrationSecrets | null
  /** Warnings, such as that this change of a published app needs a review (APP-026, APP-027). */
  readonly warnings: readonly string[]
}

export interface StoreRegion {
  readonly id: number
  readonly code: string
  readonly countryCode: string
  readonly currencyCode: string
  readonly languageCode: string
  readonly domain: string | null
  readonly isDefault: boolean
}

export interface Store {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly domain: string
  readonly regions: readonly StoreRegion[]
}

export interface OpenStoreAnswer {
  readonly store: Store
  /** Credentials of the new manager. The password is shown only once. */
  readonly manager: { readonly email: string; readonly password: string }
}

/** Result of importing a seed file. */
export interface SeededAnswer {
  /** New stores. */
  readonly stores: readonly Store[]
  readonly products: number
  readonly customers: number
  readonly orders: number
}

export type PlaceOrderInput = FieldsInput<typeof order>

export type OrderOperation = (typeof orderOperations)[number]

export interface PlacedOrder {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  /** Total, as decimal text. */
  readonly grandTotal: string
  readonly currency: string
  readonly regionId: number | null
  readonly regionCode: string | null
  /** Events that the operation caused, each with its number of deliveries. */
  readonly events: readonly { readonly eventId: string; readonly topic: string; readonly deliveries: number }[]
}

export type DeliveryState = (typeof deliveryStates)[number]

export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  readonly topic: string
  readonly state: DeliveryState
  readonly attempts: number
  /** Time of the next attempt, ISO-8601 UTC on the emulator's clock, or null if none is due. */
  readonly nextAttemptAt: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: string
  readonly deliveredAt: string | null
}

/** One attempt to deliver an event to an app. */
export interface AttemptRow {
  /** End of the attempt. */
  readonly at: string
  readonly deliveryId: number
  readonly eventId: string
  readonly appKey: string
  readonly storeId: number
  readonly topic: string
  /** Number of the attempt, from 1. */
  readonly attempt: number
  readonly status: number | null
  /** Null if the app accepted it. */
  readonly error: string | null
  readonly ms: number
  /** Fault that affected the attempt, such as `fault late`. */
  readonly cause: string | null
  /** Whether it is the second of two copies sent at the same time. */
  readonly isCopy: boolean
}

export interface InstallRow {
  readonly appKey: string
  readonly storeId: number
  readonly storeCode: string
  readonly regionId: number | null
  readonly installScope: string
  readonly scopes: readonly string[]
  readonly subscription: 'active' | 'P'
  readonly topics: readonly string[]
  readonly installedAt: string
  readonly removedAt: string | null
  /** Whether the install has a valid token. After a snapshot import it has none, because snapshots hold no tokens. */
  readonly hasToken: boolean
  /** Id of the `app.uninstalled` event that the app accepted before the uninstall was undone, or null. */
  readonly uninstallEvent: string | null
}

export interface TestEventAnswer {
  readonly eventId: string
  readonly status: number | null
  readonly ms: number
  readonly error: string | null
}

export interface ClockAnswer {
  /** Time on the emulator's clock, ISO-8601 UTC. */
  readonly now: string
  /** Offset of the emulator's clock from the machine's clock, in ms. Positive if it is ahead. */
  readonly offsetMs: number
}

export interface LogEntry {
  readonly at: string
  readonly level: 'info' | 'warn'
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

export interface RequestRow {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly appKey: string | null
  readonly storeId: number | null
  readonly regionId: number | null
  readonly ms: number
  /** The actual cause if the platform hides it, for example which of the seven causes of a 401 applies. */
  readonly cause: string | null
}

export interface EmulatorUrls {
  readonly api: string
  readonly admin: string
  readonly portal: string
  readonly storefront: string
}

export interface EmulatorStatus {
  readonly id: string
  readonly pid: number
  readonly version: string
  readonly startedAt: string
  readonly urls: EmulatorUrls
  readonly clock: ClockAnswer
  readonly apps: number
  readonly stores: number
  readonly queue: Readonly<Record<DeliveryState, number>>
  readonly faults: readonly Fault[]
}

/** The running emulator's run file (0600), which lets other commands of the same user find it. */
export interface RunFile {
  readonly id: string
  readonly pid: number
  readonly urls: EmulatorUrls
  readonly controlToken: string
  readonly startedAt: string
  /** The command that stops the emulator when it exits. */
  readonly startedBy?: 'app dev' | 'app emulator start'
}

/** One check of the panel preview. All members are text and may contain text from the app. */
export interface PanelFinding {
  /** Title, the same in every state. */
  readonly title: string
  /** `unknown` if the emulator cannot see it, or not yet. It never guesses in favor of the app. */
  readonly state: 'ok' | 'warning' | 'error' | 'unknown'
  /** Observed fact. */
  readonly what: string
  /** Rules that require it. Empty if only browsers do. */
  readonly rules: readonly string[]
  /** Why it matters. Empty if nothing is wrong. */
  readonly why: string
  /** Fix. Empty if there is nothing to do. */
  readonly todo: string
}

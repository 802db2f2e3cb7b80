import type { Fault } from './fault.ts'
/**
 * The emulator's own control interface as data, spoken at `{portal}/_emu/v1/…` with `Authorization: Bearer <control token>`.
 * Nothing here exists on the live platform (decisions P3). The emulator serves it, the CLI calls it; both read these types.
 *
 *   GET    /status                                   EmulatorStatus
 *   POST   /stop                                     {}                     the process ends after the answer
 *   POST   /reset                                    {}                     apps, stores, installs, queue: all gone
 *   POST   /portal-address                           {url}                  a single-use address that opens the portal in a browser
 *   GET    /apps                                     {apps: Registration[]}
 *   GET    /apps/{key}                               {app: Registration}
 *   PUT    /apps/{key}            RegistrationInput  RegisterAnswer         made or changed; secrets only when made
 *   POST   /apps/{key}/rotate     {which}            {secret}               which: client_secret | webhook_signing_secret
 *   POST   /apps/{key}/publish    {audience}         {app}                  audience: public | own-stores (A18); again: a changed panel goes to review
 *   POST   /apps/{key}/review     {approved}         {app}
 *   POST   /apps/{key}/status     {status}           {app}                  suspend, or put any status
 *   POST   /apps/{key}/countries  {countries}        {app}                  which APP-002 has chosen for good, changed by hand
 *   POST   /apps/{key}/test-stores {code}            {app}                  B54
 *   POST   /apps/{key}/test-event {topic, storeCode?} TestEventAnswer       EVT-001 to EVT-005
 *   GET    /stores                                   {stores: Store[]}
 *   POST   /stores                OpenStoreInput     OpenStoreAnswer
 *   POST   /stores/{code}/sign-in {regionId?, next?} {url}                  a single-use address that signs the manager in; next: an
 *                                                                          address on this machine to go on to
 *   GET    /stores/{code}/orders?region=             {orders: OrderSummary[]} the store's own, newest first, 50 at most; region: an id
 *   POST   /stores/{code}/orders  PlaceOrderInput    {order: PlacedOrder}
 *   POST   /stores/{code}/orders/{id}/{operation}    {order: PlacedOrder}   operation: pay | ship | cancel | refund
 *   POST   /stores/{code}/products NewProductInput   {product: StoreProduct}  a product of the store's own, without an owner
 *   POST   /stores/{code}/products/{id}/{operation}  {product}              operation: publish | unpublish | delete
 *   POST   /stores/{code}/products/{id}/stock SetStockInput {stock: StockLevel}
 *   POST   /stores/{code}/tax-rules/{id}/rate {rate} {taxRule: StoreTaxRule} the old row is inactive from then on
 *   POST   /stores/{code}/warehouses NewWarehouseInput {warehouse: StoreWarehouse}
 *   POST   /stores/{code}/warehouses/{id}/default    {warehouse}
 *   POST   /stores/{code}/regions/{region}/{operation} {region: StoreRegion} operation: activate | deactivate
 *   POST   /stores/{code}/shipping-profiles NewShippingProfile {id}         and /shipping-packages NewShippingPackage
 *   POST   /stores/{code}/shipping-profiles/{id}/remove {}                  and /shipping-packages/{id}/remove
 *   POST   /stores/{code}/apps/{key}/uninstall {regionId?} {removed: number}
 *   POST   /stores/{code}/apps/{key}/plan {plan}     {}                     plan: none-selected | free | paid-pending | paid
 *   GET    /stores/{code}/apps/{key}/plan            {plan}
 *   POST   /stores/{code}/apps/{key}/legacy-token {shape} {token}           shape: two-part | older-prefix
 *   GET    /installs?app=                            {installs: InstallRow[]}
 *   GET    /deliveries?app=&state=&limit=            {deliveries: Delivery[]}
 *   POST   /deliveries/{id}/redeliver                {delivery: Delivery}
 *   GET    /clock                                    ClockAnswer
 *   POST   /clock/advance         {ms}               ClockAnswer            answers after what became due was worked off
 *   GET    /log?limit=                               {entries: LogEntry[]}
 *   GET    /requests?app=&since=                     {requests: RequestRow[]} API calls that were seen, newest first
 * Settings: setting.ts. Faults: fault.ts. Providers: provider.ts. Snapshots: snapshot.ts. Failures: 4xx with {error: {code, message, suggestions?}}; 401 without the control token.
 */
export type AppStatus = 'D' | 'P' | 'published' | 'X'

/** What a developer enters. The six snake_case names are the documented spellings (B53). */
export interface RegistrationInput {
  readonly name: string
  readonly requested_scopes: readonly string[]
  /** Subset of `requested_scopes` that the owner may switch off (B8). */
  readonly optional_scopes?: readonly string[]
  readonly redirect_uris: readonly string[]
  readonly install_scope?: string
  readonly webhook_url?: string | null
  readonly webhook_topics?: readonly string[]
  readonly admin_manifest_json?: string | null
  /** ISO-2 codes; empty or absent for a global app. Chosen when the app is created (APP-002). */
  readonly countries?: readonly string[]
  /** The developer's price in words, shown as it is where the app is sold (APP-016); none for a free app. */
  readonly price?: string | null
  /** Only for reaching the silent cases by hand: skips the check of topics (A13) or leaves the signing secret out (INST-076). */
  readonly unchecked?: {
    readonly topics?: boolean
    readonly no_signing_secret?: boolean
    readonly install_scope?: boolean
  }
}

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
  /** A changed panel that was saved and is not published: publishing again sends it to review (APP-035). */
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
  /** Once only, at creation (APP-008). */
  readonly secrets: RegistrationSecrets | null
  /** For example: that this change of a published app needs a review (APP-026, APP-027). */
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
  /** The password is shown here and never again. */
  readonly manager: { readonly email: string; readonly password: string }
}

export interface PlaceOrderInput {
  /** Region id or code; the home region when left out. */
  readonly region?: string
  readonly paid?: boolean
  readonly items?: readonly { readonly productId: number; readonly quantity: number }[]
}

export type OrderOperation = 'pay' | 'ship' | 'cancel' | 'refund'

export interface PlacedOrder {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  /** Decimal text. */
  readonly grandTotal: string
  readonly currency: string
  readonly regionId: number | null
  /** Topics of the events that the operation caused, and to how many subscriptions each went. */
  readonly events: readonly { readonly eventId: string; readonly topic: string; readonly deliveries: number }[]
}

export type DeliveryState = 'pending' | 'delivered' | 'dead_letter'

export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  readonly topic: string
  readonly state: DeliveryState
  readonly attempts: number
  /** ISO-8601 UTC on the emulator's clock; null when no further attempt is due. */
  readonly nextAttemptAt: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: string
  readonly deliveredAt: string | null
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
}

export interface TestEventAnswer {
  readonly eventId: string
  readonly status: number | null
  readonly ms: number
  readonly error: string | null
}

export interface ClockAnswer {
  /** ISO-8601 UTC. */
  readonly now: string
  /** How far the emulator's clock is ahead of the machine's, in ms. */
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
  /** The true cause where the platform hides it, for example which of the seven causes of a 401. */
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

/** What the running emulator leaves in its run file (0600) so that other commands of the same user find it. */
export interface RunFile {
  readonly id: string
  readonly pid: number
  readonly urls: EmulatorUrls
  readonly controlToken: string
  readonly startedAt: string
}

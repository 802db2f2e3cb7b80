import { AppError } from '../errors.ts'
import { errorCodes, type ErrorCode } from '../errors/codes.ts'
import type { Send, WireResponse } from '../http/wire.ts'
import { parseJson } from '../text/json.ts'
import type {
  AppStatus,
  ClockAnswer,
  Delivery,
  DeliveryState,
  EmulatorStatus,
  InstallRow,
  LogEntry,
  OpenStoreAnswer,
  OrderOperation,
  PlacedOrder,
  PlaceOrderInput,
  RegisterAnswer,
  Registration,
  RegistrationInput,
  RequestRow,
  Store,
  StoreRegion,
  TestEventAnswer,
} from './contract.ts'
import type { Fault, FaultInput } from './fault.ts'
import type { NewProvider, Provider, ProviderRequest, RoutedRequest } from './provider.ts'
import type { SettingsAnswer } from './setting.ts'
import type { Snapshot } from './snapshot.ts'
import type {
  NewProductInput,
  NewShippingPackage,
  NewShippingProfile,
  NewWarehouseInput,
  OrderSummary,
  OpenStoreInput,
  ProductOperation,
  RegionOperation,
  SetStockInput,
  ShippingKind,
  StockLevel,
  StoreProduct,
  StoreTaxRule,
  StoreWarehouse,
} from './store-contract.ts'

export interface ControlTools {
  readonly send: Send
  /** The portal's address. */
  readonly url: string
  readonly token: string
}

export type ControlClient = ReturnType<typeof createControlClient>

/** One method for each operation of contract.ts. Every one raises the `AppError` that the emulator answered, or `emulator.not-running`. */
export function createControlClient(tools: ControlTools) {
  const get = <T>(path: string) => call<T>(tools, { method: 'GET', path })
  const post = <T>(path: string, body: unknown = {}) => call<T>(tools, { method: 'POST', path, body })
  const remove = <T>(path: string) => call<T>(tools, { method: 'DELETE', path })
  const put = <T>(path: string, body: unknown) => call<T>(tools, { method: 'PUT', path, body })
  return {
    status: () => get<EmulatorStatus>('/status'),
    stop: () => post<object>('/stop'),
    reset: () => post<object>('/reset'),
    /** A single-use address that opens the developer portal in a browser. */
    portalUrl: async () => (await post<{ url: string }>('/portal-address')).url,

    apps: async () => (await get<{ apps: Registration[] }>('/apps')).apps,
    app: async (key: string) => (await get<{ app: Registration }>(app(key))).app,
    register: (key: string, input: RegistrationInput) => put<RegisterAnswer>(app(key), input),
    rotate: async (key: string, which: 'client_secret' | 'webhook_signing_secret') =>
      (await post<{ secret: string }>(`${app(key)}/rotate`, { which })).secret,
    publish: async (key: string, audience: 'public' | 'own-stores') =>
      (await post<{ app: Registration }>(`${app(key)}/publish`, { audience })).app,
    review: async (key: string, approved: boolean) =>
      (await post<{ app: Registration }>(`${app(key)}/review`, { approved })).app,
    setStatus: async (key: string, status: AppStatus) =>
      (await post<{ app: Registration }>(`${app(key)}/status`, { status })).app,
    /** By hand; an empty list makes the app a global one. */
    setCountries: async (key: string, countries: readonly string[]) =>
      (await post<{ app: Registration }>(`${app(key)}/countries`, { countries })).app,
    addTestStore: async (key: string, code: string) =>
      (await post<{ app: Registration }>(`${app(key)}/test-stores`, { code })).app,
    testEvent: (key: string, input: { topic: string; storeCode?: string }) =>
      post<TestEventAnswer>(`${app(key)}/test-event`, input),

    stores: async () => (await get<{ stores: Store[] }>('/stores')).stores,
    openStore: (input: OpenStoreInput) =>
      call<OpenStoreAnswer>(tools, { method: 'POST', path: '/stores', body: input, timeoutMs: FILL_TIMEOUT_MS }),
    /**
     * A single-use address that signs the store's manager in, with the region selected (the home region when left out), and leads on to `next`, an
     * address on this machine (the Plugins list when left out).
     */
    signInUrl: async (code: string, regionId?: number, next?: string) =>
      (await post<{ url: string }>(`${store(code)}/sign-in`, { regionId, next })).url,
    /** The store's own newest orders, the newest first; of one region and those without one, when its id is given. */
    latestOrders: async (code: string, regionId: string | null) =>
      (await get<{ orders: OrderSummary[] }>(`${store(code)}/orders${query({ region: regionId ?? undefined })}`))
        .orders,
    placeOrder: async (code: string, input: PlaceOrderInput = {}) =>
      (await post<{ order: PlacedOrder }>(`${store(code)}/orders`, input)).order,
    changeOrder: async (code: string, orderId: number, operation: OrderOperation) =>
      (await post<{ order: PlacedOrder }>(`${store(code)}/orders/${orderId}/${operation}`)).order,
    createProduct: async (code: string, input: NewProductInput) =>
      (await post<{ product: StoreProduct }>(`${store(code)}/products`, input)).product,
    changeProduct: async (code: string, id: number, operation: ProductOperation) =>
      (await post<{ product: StoreProduct }>(`${store(code)}/products/${id}/${operation}`)).product,
    setStock: async (code: string, productId: number, input: SetStockInput) =>
      (await post<{ stock: StockLevel }>(`${store(code)}/products/${productId}/stock`, input)).stock,
    changeTaxRate: async (code: string, taxRuleId: number, rate: string) =>
      (await post<{ taxRule: StoreTaxRule }>(`${store(code)}/tax-rules/${taxRuleId}/rate`, { rate })).taxRule,
    createWarehouse: async (code: string, input: NewWarehouseInput) =>
      (await post<{ warehouse: StoreWarehouse }>(`${store(code)}/warehouses`, input)).warehouse,
    makeDefaultWarehouse: async (code: string, id: number) =>
      (await post<{ warehouse: StoreWarehouse }>(`${store(code)}/warehouses/${id}/default`)).warehouse,
    /** `region`: id, code, country or currency. */
    changeRegion: async (code: string, region: string, operation: RegionOperation) =>
      (await post<{ region: StoreRegion }>(`${store(code)}/regions/${encodeURIComponent(region)}/${operation}`)).region,
    addShippingProfile: async (code: string, input: NewShippingProfile) =>
      (await post<{ id: number }>(`${store(code)}/shipping-profiles`, input)).id,
    addShippingPackage: async (code: string, input: NewShippingPackage) =>
      (await post<{ id: number }>(`${store(code)}/shipping-packages`, input)).id,
    removeShipping: (code: string, kind: ShippingKind, id: number) =>
      post<object>(`${store(code)}/shipping-${kind}s/${id}/remove`),
    /** Removes the install of one region, or every install of the app in the store; answers with how many. */
    uninstall: async (code: string, key: string, regionId: number | null = null) =>
      (await post<{ removed: number }>(`${store(code)}${app(key)}/uninstall`, { regionId })).removed,
    plan: async (code: string, key: string) => (await get<{ plan: string }>(`${store(code)}${app(key)}/plan`)).plan,
    /** A token as it was issued once (TOK-005, TOK-018), with the scopes of the registration. */
    seedLegacyToken: async (code: string, key: string, shape: 'two-part' | 'older-prefix') =>
      (await post<{ token: string }>(`${store(code)}${app(key)}/legacy-token`, { shape })).token,
    setPlan: (code: string, key: string, plan: string) => post<object>(`${store(code)}${app(key)}/plan`, { plan }),

    installs: async (appKey?: string) =>
      (await get<{ installs: InstallRow[] }>(`/installs${query({ app: appKey })}`)).installs,
    deliveries: async (filter: { appKey?: string; state?: DeliveryState; limit?: number } = {}) => {
      const { appKey, state, limit } = filter
      return (await get<{ deliveries: Delivery[] }>(`/deliveries${query({ app: appKey, state, limit })}`)).deliveries
    },
    redeliver: async (id: number) => (await post<{ delivery: Delivery }>(`/deliveries/${id}/redeliver`)).delivery,
    clock: () => get<ClockAnswer>('/clock'),
    /** Moves the emulator's clock forward by `ms`; answers after what became due was worked off. */
    advanceClock: (ms: number) => post<ClockAnswer>('/clock/advance', { ms }),
    log: async (limit?: number) => (await get<{ entries: LogEntry[] }>(`/log${query({ limit })}`)).entries,
    /** API calls and exchanges that were seen, newest first; `since` is an ISO time and excludes itself. */
    requests: async (filter: { appKey?: string; since?: string } = {}) =>
      (await get<{ requests: RequestRow[] }>(`/requests${query({ app: filter.appKey, since: filter.since })}`))
        .requests,
    settings: async () => (await get<SettingsAnswer>('/settings')).settings,
    /** Each with what it may be and what it rests on. */
    settingList: async () => (await get<SettingsAnswer>('/settings')).list,
    changeSettings: async (change: Readonly<Record<string, unknown>>) =>
      (await put<SettingsAnswer>('/settings', change)).settings,
    /** One setting, or all, as they are at first. */
    resetSettings: async (name: string | null = null) =>
      (await remove<SettingsAnswer>(name === null ? '/settings' : `/settings/${encodeURIComponent(name)}`)).list,

    faults: async () => (await get<{ faults: Fault[] }>('/faults')).faults,
    snapshots: async () => (await get<{ snapshots: Snapshot[] }>('/snapshots')).snapshots,
    saveSnapshot: async (name: string) => (await post<{ snapshot: Snapshot }>('/snapshots', { name })).snapshot,
    /** Answers when the emulator works with the snapshot's state. */
    loadSnapshot: async (name: string) => (await post<{ snapshot: Snapshot }>(`${snapshot(name)}/load`)).snapshot,
    removeSnapshot: (name: string) => remove<object>(snapshot(name)),
    providers: async () => (await get<{ providers: Provider[] }>('/providers')).providers,
    openProvider: async (input: NewProvider) => (await post<{ provider: Provider }>('/providers', input)).provider,
    routeToProvider: async (id: number, input: ProviderRequest) =>
      (await post<{ request: RoutedRequest }>(`/providers/${id}/requests`, input)).request,
    /** Of the provider with this id; of the only fulfilment provider when it is left out. */
    requestFulfillment: async (code: string, orderId: number, provider?: number) =>
      (await post<{ request: RoutedRequest }>(`${store(code)}/orders/${orderId}/fulfillment`, { provider })).request,
    setFault: async (input: FaultInput) => (await post<{ fault: Fault }>('/faults', input)).fault,
    /** Clears one fault, or all; answers with how many. */
    clearFaults: async (id: number | null = null) =>
      (await remove<{ cleared: number }>(id === null ? '/faults' : `/faults/${id}`)).cleared,
  }
}

function app(key: string): string {
  return `/apps/${encodeURIComponent(key)}`
}

function snapshot(name: string): string {
  return `/snapshots/${encodeURIComponent(name)}`
}

function store(code: string): string {
  return `/stores/${encodeURIComponent(code)}`
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_emu/v1`, with its query. */
  readonly path: string
  readonly body?: unknown
  /** The transport's own when left out. */
  readonly timeoutMs?: number
}

/** Filling a store with the largest seed, on a slow and busy machine. */
const FILL_TIMEOUT_MS = 300_000

async function call<T>({ send, url, token }: ControlTools, { method, path, body, timeoutMs }: Call): Promise<T> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const limit = timeoutMs === undefined ? {} : { timeoutMs }
  const request = { method, url: new URL(`/_emu/v1${path}`, url), headers, ...limit }
  const response = await send(body === undefined ? request : { ...request, body: JSON.stringify(body) }).catch(
    notRunning,
  )
  const parsed = parseJson(Buffer.from(response.body).toString('utf8'))
  if (response.status >= 400 || !parsed.ok) throw refusal(response, parsed.ok ? parsed.value : null)
  // Both ends read the same contract.
  return parsed.value as T
}

/** A run file whose process ended in the middle, or whose number now belongs to another program. */
function notRunning(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'net.unreachable') throw error
  throw new AppError('emulator.not-running', 'The emulator does not answer.', {
    cause: error,
    suggestions: ['app emulator start', 'app dev'],
  })
}

function refusal({ status }: WireResponse, body: unknown): AppError {
  const { error } = (body ?? {}) as {
    error?: { code?: unknown; message?: unknown; suggestions?: unknown; details?: unknown }
  }
  const { code, message, suggestions, details } = error ?? {}
  return new AppError(
    isCode(code) ? code : 'emulator.refused',
    typeof message === 'string' ? message : `The emulator answered ${status}.`,
    {
      suggestions: Array.isArray(suggestions) ? suggestions.map(String) : [],
      details: typeof details === 'object' && details !== null ? { ...details } : {},
    },
  )
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code)
}

function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

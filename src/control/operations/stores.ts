import { slotTypes } from '../../protocol/manifest-slots.ts'
import { order, orderOperations, store, storePlans } from '../bodies.ts'
import type { InstallRow, OpenStoreAnswer, PanelFinding, PlacedOrder, Store } from '../contract.ts'
import { id, int, label, nullable, oneOf, optional, orElse, region, text } from '../fields.ts'
import { member, nothing, operation, whole } from '../operation.ts'
import { providerKinds, type Provider, type RoutedRequest } from '../provider.ts'
import type { OrderSummary } from '../store-contract.ts'

export const storeCode = { store: text({ about: 'Code of the store.' }) }
const installed = { ...storeCode, key: text({ about: 'Key of the app.' }) }
const orderPlace = { ...storeCode, id: id('Order id.') }
const regionId = int({ about: 'Id of the region.' })
const request = member<RoutedRequest>('request')

/** Filling a store with the largest seed, on a slow and busy machine. */
const FILL_TIMEOUT_MS = 300_000

/** A panel is opened some thirteen times, and each response may take ten seconds. */
const PROBE_TIMEOUT_MS = 150_000

/** What happens in the stores: orders, installs and plans, and what a store asks of a provider. */
export const stores = {
  stores: operation({ method: 'GET', path: '/stores', answer: member<Store[]>('stores') }),
  openStore: operation({
    method: 'POST',
    path: '/stores',
    body: store,
    refusal: 'A store cannot be opened',
    hint: 'Give a name, and regions as ISO-2 country codes, for example: app store create --name Demo --regions TR,DE',
    timeoutMs: FILL_TIMEOUT_MS,
    step: 'store {name} opened',
    answer: whole<OpenStoreAnswer>(),
  }),
  /** A single-use address that signs the store's manager in. */
  signInUrl: operation({
    method: 'POST',
    path: '/stores/{store}/sign-in',
    params: storeCode,
    body: {
      regionId: optional(nullable(int({ about: 'Id of the region that is selected; the home region when left out.' }))),
      next: optional(
        nullable(text({ about: 'An address on this machine to go on to; the Plugins list when left out.' })),
      ),
    },
    step: null,
    answer: member<string>('url'),
  }),
  /** The store's own newest orders, newest first, 50 at most. */
  latestOrders: operation({
    method: 'GET',
    path: '/stores/{store}/orders',
    params: storeCode,
    query: {
      region: optional(
        text({ about: 'Only orders of the region with this id, and those without a region.', pattern: /^\d{1,15}$/ }),
      ),
    },
    answer: member<OrderSummary[]>('orders'),
  }),
  placeOrder: operation({
    method: 'POST',
    path: '/stores/{store}/orders',
    params: storeCode,
    body: order,
    refusal: 'An order cannot be placed',
    hint: 'Items are {productId, quantity} with a quantity of at least 1; leave them out for one product.',
    step: 'order placed in {store}',
    answer: member<PlacedOrder>('order'),
  }),
  /** Of the only fulfilment provider, when none is named. */
  requestFulfillment: operation({
    method: 'POST',
    path: '/stores/{store}/orders/{id}/fulfillment',
    params: orderPlace,
    body: { provider: optional(int({ about: 'Id of the provider, where there are several.' })) },
    refusal: 'Nothing can be asked',
    hint: 'app emulator provider list',
    step: 'fulfilment of order {id} asked for in {store}',
    answer: request,
  }),
  changeOrder: operation({
    method: 'POST',
    path: '/stores/{store}/orders/{id}/{operation}',
    params: { ...orderPlace, operation: oneOf(orderOperations, 'What is done with it.') },
    body: {
      carrier: optional(label(200, 'Who carries the parcel, when it is shipped.')),
      trackingNumber: optional(label(200, "The parcel's number with the carrier, when it is shipped.")),
    },
    refusal: 'An order cannot be changed',
    hint: 'Carrier and tracking number are of an order that is shipped, for example: app emulator order ship 41 --carrier "Example Post"',
    step: 'order {id} in {store}: {operation}',
    answer: member<PlacedOrder>('order'),
  }),
  /** Of one region, or every install of the app in the store; returns how many. */
  uninstall: operation({
    method: 'POST',
    path: '/stores/{store}/apps/{key}/uninstall',
    params: installed,
    body: { regionId: optional(nullable(regionId)) },
    step: '{key} uninstalled from {store}',
    answer: member<number>('removed'),
  }),
  plan: operation({
    method: 'GET',
    path: '/stores/{store}/apps/{key}/plan',
    params: installed,
    answer: member<string>('plan'),
  }),
  setPlan: operation({
    method: 'POST',
    path: '/stores/{store}/apps/{key}/plan',
    params: installed,
    body: { plan: oneOf(storePlans, 'The plan that the store chooses.') },
    step: 'plan of {key} in {store}: {plan}',
    answer: nothing,
  }),
  /** What the panel preview finds without a browser. It opens the app as a frame of the admin does, and with every token that the app must reject. */
  panelFindings: operation({
    method: 'GET',
    path: '/stores/{store}/apps/{key}/panel-findings',
    params: installed,
    query: {
      region: optional(text({ about: 'Region id; the home region when left out.', pattern: /^\d{1,15}$/ })),
      slot: orElse(oneOf(slotTypes, 'Type of the slot.'), 'fullpage'),
    },
    timeoutMs: PROBE_TIMEOUT_MS,
    answer: member<readonly PanelFinding[]>('findings'),
  }),
  /** A token as it was issued once (TOK-005, TOK-018), with the scopes of the registration. */
  seedLegacyToken: operation({
    method: 'POST',
    path: '/stores/{store}/apps/{key}/legacy-token',
    params: installed,
    body: { shape: oneOf(['two-part', 'older-prefix'], 'The shape of the token.') },
    step: 'older token of {key} made in {store}',
    answer: member<string>('token'),
  }),
  installs: operation({
    method: 'GET',
    path: '/installs',
    query: { app: optional(text({ about: 'Only those of this app.' })) },
    answer: member<InstallRow[]>('installs'),
  }),
  providers: operation({ method: 'GET', path: '/providers', answer: member<Provider[]>('providers') }),
  openProvider: operation({
    method: 'POST',
    path: '/providers',
    body: {
      kind: oneOf(providerKinds, 'What it provides to stores.'),
      name: label(80, 'Name of the provider.'),
      appKey: text({ about: 'Key of the app that sees what is routed to it.' }),
    },
    refusal: 'A provider cannot be opened',
    hint: `A provider has a name, an app, and a kind: ${providerKinds.join(', ')}.`,
    step: 'provider {name} opened',
    answer: member<Provider>('provider'),
  }),
  routeToProvider: operation({
    method: 'POST',
    path: '/providers/{id}/requests',
    params: { id: id('Id of the provider.') },
    body: {
      store: text({ about: 'Code of the store that asks.' }),
      region: optional(region('Region by id, code, country or currency; the home region when left out.')),
    },
    refusal: 'Nothing can be routed',
    hint: 'Name the store that asks, for example: --store demo',
    step: 'provider {id} asked by {store}',
    answer: request,
  }),
}

import { slotTypes } from '../../protocol/manifest-slots.ts'
import { order, orderOperations, store, storePlans } from '../bodies.ts'
import type { InstallRow, OpenStoreAnswer, PanelFinding, PlacedOrder, Store } from '../contract.ts'
import { id, int, label, nullable, oneOf, optional, orElse, region, text } from '../fields.ts'
import { member, nothing, operation, whole } from '../operation.ts'
import { providerKinds, type Provider, type RoutedRequest } from '../provider.ts'
import type { OrderSummary } from '../store-contract.ts'

export const storeCode = { store: text({ about: 'Store code.' }) }
const installed = { ...storeCode, key: text({ about: 'App key.' }) }
const orderPlace = { ...storeCode, id: id('Order id.') }
const regionId = int({ about: 'Region id.' })
const request = member<RoutedRequest>('request')

/** Enough to fill a store with the largest seed on a slow and busy machine. */
const FILL_TIMEOUT_MS = 300_000

/** The probe opens a panel about 13 times, and each response may take ten seconds. */
const PROBE_TIMEOUT_MS = 150_000

/** Operations in stores: orders, installs, plans and requests to providers. */
export const stores = {
  stores: operation({ method: 'GET', path: '/stores', answer: member<Store[]>('stores') }),
  openStore: operation({
    method: 'POST',
    path: '/stores',
    body: store,
    refusal: 'A store cannot be opened',
    hint: 'Set a name and regions as two-letter country codes, for example: app store open --name Demo --regions TR,DE',
    timeoutMs: FILL_TIMEOUT_MS,
    step: 'store {name} opened',
    answer: whole<OpenStoreAnswer>(),
  }),
  /** Returns a single-use URL that signs the store's manager in. */
  signInUrl: operation({
    method: 'POST',
    path: '/stores/{store}/sign-in',
    params: storeCode,
    body: {
      regionId: optional(nullable(int({ about: 'Id of the selected region. Default: the home region.' }))),
      next: optional(nullable(text({ about: 'Local URL to open after sign-in. Default: the Plugins list.' }))),
    },
    step: null,
    answer: member<string>('url'),
  }),
  /** Returns the store's own orders, newest first, at most 50. */
  latestOrders: operation({
    method: 'GET',
    path: '/stores/{store}/orders',
    params: storeCode,
    query: {
      region: optional(
        text({
          about: 'Show only orders in the region with this id, and orders without a region.',
          pattern: /^\d{1,15}$/,
        }),
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
    hint: 'Write each item as {productId, quantity}, with a quantity of at least 1. Without items, one product is ordered.',
    step: 'order placed in {store}',
    answer: member<PlacedOrder>('order'),
  }),
  /** Uses the only fulfillment provider if none is given. */
  requestFulfillment: operation({
    method: 'POST',
    path: '/stores/{store}/orders/{id}/fulfillment',
    params: orderPlace,
    body: {
      provider: optional(int({ about: 'Provider id. Required if the emulator has several fulfillment providers.' })),
    },
    refusal: 'Fulfillment cannot be requested',
    hint: 'app emulator provider list',
    step: 'fulfillment of order {id} requested in {store}',
    answer: request,
  }),
  changeOrder: operation({
    method: 'POST',
    path: '/stores/{store}/orders/{id}/{operation}',
    params: { ...orderPlace, operation: oneOf(orderOperations, 'Order operation.') },
    body: {
      carrier: optional(label(200, 'Carrier of the shipped parcel.')),
      trackingNumber: optional(label(200, 'Tracking number of the shipped parcel.')),
    },
    refusal: 'An order cannot be changed',
    hint: 'Set carrier and tracking number only for a shipment, for example: app emulator order ship 41 --carrier "Example Post"',
    step: 'order {id} in {store}: {operation}',
    answer: member<PlacedOrder>('order'),
  }),
  /** Uninstalls the app from one region or from all regions of the store; returns how many. */
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
    body: { plan: oneOf(storePlans, 'Plan that the store chooses.') },
    step: 'plan of {key} in {store} set to {plan}',
    answer: nothing,
  }),
  /** Returns the panel preview's findings without a browser. It opens the app as a frame of the admin does, and with every token that the app must reject. */
  panelFindings: operation({
    method: 'GET',
    path: '/stores/{store}/apps/{key}/panel-findings',
    params: installed,
    query: {
      region: optional(text({ about: 'Region id. Default: the home region.', pattern: /^\d{1,15}$/ })),
      slot: orElse(oneOf(slotTypes, 'Slot type.'), 'fullpage'),
    },
    timeoutMs: PROBE_TIMEOUT_MS,
    answer: member<readonly PanelFinding[]>('findings'),
  }),
  /** Adds a token in its old form (TOK-005, TOK-018), with the scopes of the registration. */
  seedLegacyToken: operation({
    method: 'POST',
    path: '/stores/{store}/apps/{key}/legacy-token',
    params: installed,
    body: { shape: oneOf(['two-part', 'older-prefix'], 'Token format.') },
    step: 'legacy token of {key} created in {store}',
    answer: member<string>('token'),
  }),
  installs: operation({
    method: 'GET',
    path: '/installs',
    query: { app: optional(text({ about: 'Show only installs of this app.' })) },
    answer: member<InstallRow[]>('installs'),
  }),
  providers: operation({ method: 'GET', path: '/providers', answer: member<Provider[]>('providers') }),
  openProvider: operation({
    method: 'POST',
    path: '/providers',
    body: {
      kind: oneOf(providerKinds, 'Provider kind.'),
      name: label(80, 'Provider name.'),
      appKey: text({ about: "Key of the app that receives the provider's requests." }),
    },
    refusal: 'A provider cannot be opened',
    hint: `Set a name, an app and a kind: ${providerKinds.join(', ')}.`,
    step: 'provider {name} opened',
    answer: member<Provider>('provider'),
  }),
  routeToProvider: operation({
    method: 'POST',
    path: '/providers/{id}/requests',
    params: { id: id('Provider id.') },
    body: {
      store: text({ about: 'Code of the requesting store.' }),
      region: optional(region('Region by id, code, country or currency. Default: the home region.')),
    },
    refusal: 'The request cannot be routed',
    hint: 'Set the requesting store, for example: --store demo',
    step: 'request from {store} routed to provider {id}',
    answer: request,
  }),
}

import type { StoreRegion } from '../../control/contract.ts'
import type { stores } from '../../control/operations/stores.ts'
import { AppError } from '../../errors.ts'
import { signInAddress } from '../admin/sign-in.ts'
import { uninstall } from '../exchange/uninstall.ts'
import { panelFindings } from '../panel-preview/panel-findings.ts'
import { getApp } from '../platform/apps.ts'
import { listInstalls } from '../platform/installs.ts'
import { planOf, setPlan } from '../platform/plans.ts'
import { listProviders, openProvider } from '../platform/providers.ts'
import { allRegionsOf, getStore, listStores } from '../platform/stores.ts'
import { seedLegacyToken } from '../platform/tokens.ts'
import { openStore } from '../seed/open-store.ts'
import { changeOrder } from '../store/orders/change-order.ts'
import { latestOrders } from '../store/orders/latest-orders.ts'
import { placeOrder } from '../store/orders/place-order.ts'
import { requestFulfillment } from '../store/orders/request-fulfillment.ts'
import { routeToProvider } from '../store/orders/route-to-provider.ts'
import type { World } from '../world.ts'
import type { ControlHandlersFor } from './handler.ts'

export const storeHandlers: ControlHandlersFor<typeof stores> = {
  stores: ({ world }) => listStores(world),
  openStore: ({ world }, input) => openStore(world, input),
  signInUrl: ({ world }, { store, regionId, next }) => signInAddress(world, store, { regionId, next }),
  latestOrders: ({ world }, { store, region }) =>
    latestOrders(world, getStore(world, store).id, region === undefined ? null : Number(region)),
  placeOrder: ({ world }, input) => placeOrder(world, { storeId: getStore(world, input.store).id, input }),
  requestFulfillment: ({ world }, { store, id, provider }) =>
    requestFulfillment(world, { storeId: getStore(world, store).id, orderId: id }, provider),
  changeOrder: ({ world }, { store, id, operation, carrier, trackingNumber }) =>
    changeOrder(world, { storeId: getStore(world, store).id, orderId: id, operation, carrier, trackingNumber }),
  uninstall: ({ world }, { store, key, regionId = null }) => {
    const { id: storeId } = getStore(world, store)
    // A closed region keeps its installs, which can be removed like any other.
    if (regionId !== null && !allRegionsOf(world, storeId).some(({ id }) => id === regionId))
      throw new AppError('emulator.bad-request', 'The store has no such region.')
    return uninstall(world, { appKey: key, storeId, regionId })
  },
  setPlan: ({ world }, input) => setPlan(world, { ...installed(world, input), plan: input.plan }),
  plan: ({ world }, input) => planOf(world, installed(world, input)),
  panelFindings: ({ world }, { store: code, key, region, slot }) => {
    const store = getStore(world, code)
    const isMeant = ({ id, isDefault }: StoreRegion) => (region === undefined ? isDefault : id === Number(region))
    const place = store.regions.find(isMeant)
    if (place === undefined) throw new AppError('emulator.bad-request', 'The store has no such region.')
    return panelFindings(world, { place: { store, region: place }, appKey: getApp(world, key).app_key, slot })
  },
  seedLegacyToken: ({ world }, { store, key, shape }) =>
    seedLegacyToken(world, { app: getApp(world, key), storeId: getStore(world, store).id, shape }),
  installs: ({ world }, { app = null }) => listInstalls(world, app),
  providers: ({ world }) => listProviders(world),
  openProvider: ({ world }, input) => openProvider(world, input),
  routeToProvider: ({ world }, input) => routeToProvider(world, input.id, input),
}

/** Returns the app and the store. Raises an error if one does not exist. */
function installed(world: World, { store, key }: { readonly store: string; readonly key: string }) {
  return { storeId: getStore(world, store).id, appKey: getApp(world, key).app_key }
}

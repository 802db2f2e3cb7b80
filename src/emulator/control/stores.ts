import type { StoreRegion } from '../../control/contract.ts'
import type { stores } from '../../control/operations/stores.ts'
import { AppError } from '../../errors.ts'
import { signInAddress } from '../admin/sign-in.ts'
import type { EmulatorContext } from '../context.ts'
import { uninstall } from '../exchange/uninstall.ts'
import { panelFindings } from '../panel-preview/panel-findings.ts'
import { getApp } from '../platform/apps.ts'
import { listInstalls } from '../platform/installs.ts'
import { planOf, setPlan } from '../platform/plans.ts'
import { listProviders, openProvider } from '../platform/providers.ts'
import { listAllRegions, getStore, listStores } from '../platform/stores.ts'
import { seedLegacyToken } from '../platform/tokens.ts'
import { openStore } from '../seed/open-store.ts'
import { changeOrder } from '../store/orders/change-order.ts'
import { latestOrders } from '../store/orders/latest-orders.ts'
import { placeOrder } from '../store/orders/place-order.ts'
import { requestFulfillment } from '../store/orders/request-fulfillment.ts'
import { routeToProvider } from '../store/orders/route-to-provider.ts'
import type { ControlHandlersFor } from './handler.ts'

export const storeHandlers: ControlHandlersFor<typeof stores> = {
  stores: ({ context }) => listStores(context),
  openStore: ({ context }, input) => openStore(context, input),
  signInUrl: ({ context }, { store, regionId, next }) => signInAddress(context, store, { regionId, next }),
  latestOrders: ({ context }, { store, region }) =>
    latestOrders(context, getStore(context, store).id, region === undefined ? null : Number(region)),
  placeOrder: ({ context }, input) => placeOrder(context, { storeId: getStore(context, input.store).id, input }),
  requestFulfillment: ({ context }, { store, id, provider }) =>
    requestFulfillment(context, { storeId: getStore(context, store).id, orderId: id }, provider),
  changeOrder: ({ context }, { store, id, operation, carrier, trackingNumber }) =>
    changeOrder(context, { storeId: getStore(context, store).id, orderId: id, operation, carrier, trackingNumber }),
  uninstall: ({ context }, { store, key, regionId = null }) => {
    const { id: storeId } = getStore(context, store)
    // A closed region keeps its installs, which can be removed like any other.
    if (regionId !== null && !listAllRegions(context, storeId).some(({ id }) => id === regionId))
      throw new AppError('emulator.bad-request', 'The store has no such region.')
    return uninstall(context, { appKey: key, storeId, regionId })
  },
  setPlan: ({ context }, input) => setPlan(context, { ...installed(context, input), plan: input.plan }),
  plan: ({ context }, input) => planOf(context, installed(context, input)),
  panelFindings: ({ context }, { store: code, key, region, slot }) => {
    const store = getStore(context, code)
    const isMeant = ({ id, isDefault }: StoreRegion) => (region === undefined ? isDefault : id === Number(region))
    const place = store.regions.find(isMeant)
    if (place === undefined) throw new AppError('emulator.bad-request', 'The store has no such region.')
    return panelFindings(context, { place: { store, region: place }, appKey: getApp(context, key).app_key, slot })
  },
  seedLegacyToken: ({ context }, { store, key, shape }) =>
    seedLegacyToken(context, { app: getApp(context, key), storeId: getStore(context, store).id, shape }),
  installs: ({ context }, { app = null }) => listInstalls(context, app),
  providers: ({ context }) => listProviders(context),
  openProvider: ({ context }, input) => openProvider(context, input),
  routeToProvider: ({ context }, input) => routeToProvider(context, input.id, input),
}

/** Returns the app and the store. Raises an error if one does not exist. */
function installed(context: EmulatorContext, { store, key }: { readonly store: string; readonly key: string }) {
  return { storeId: getStore(context, store).id, appKey: getApp(context, key).app_key }
}

import type { Topic } from '../catalog/topics.ts'
import { pageLinks } from '../control/pages/page-links.ts'
import { AppError } from '../errors.ts'
import type { PageLink } from '../inspector/api.ts'
import type { EventOrigin } from '../webhooks/event-origin.ts'
import { realOrder, type EventOrder } from '../webhooks/real-order.ts'
import type { DevContext } from './context.ts'
import type { OrderPlacedEvent } from './events/dev-event.ts'
import { watchAddedRoute } from './installs/added-route.ts'
import { ensureInstalled, installRegion, type AppInstall } from './installs/app-install.ts'
import { installAgain, reportMissingScopes } from './installs/consent.ts'
import { reaches } from './installs/place.ts'
import type { Recurrence } from './milestone.ts'

/** The key actions of `app dev` that differ between targets. */
export interface TargetActions {
  /** Reinstalls the app. */
  readonly install: () => Promise<void>
  /** Returns a URL of the store admin. */
  readonly adminUrl: () => Promise<string>
  /** Returns a URL of the developer portal. Missing if the platform does not document one. */
  readonly portalUrl?: () => Promise<string>
  /** Places a paid order as a customer and returns its event. Missing if only customers can order. */
  readonly placeOrder?: () => Promise<OrderPlacedEvent>
  /** Reports required scopes of app.toml that the install lacks. */
  readonly checkScopes: () => Promise<void>
  /** Returns the store and region for a test event. Raises `install.unknown` if the app is not installed in any store. */
  readonly origin: () => Pick<EventOrigin, 'storeId' | 'regionId'>
  /** Returns the order for a test event of this topic, or null to invent one. */
  readonly order: (topic: Topic) => Promise<EventOrder | null>
  /** Returns the platform's pages for the inspector's header, signed in if possible. */
  readonly pages: () => readonly PageLink[]
  /** Returns the store's name for the status line. */
  readonly store: () => string
}

export interface EmulatorInstalls extends Omit<AppInstall, 'installed'> {
  /** Occurs after each successful exchange of the app. */
  readonly installs: Pick<Recurrence, 'next'>
}

export interface EmulatorActions extends TargetActions {
  /** Installs through an install route that the app did not have before. Called after each restart of the app. */
  readonly useAddedRoute: () => Promise<void>
}

/** Creates the actions for the emulator's test store. Opening its admin signs the manager in. */
export function emulatorPlace(dev: DevContext, { installs, ...place }: EmulatorInstalls): EmulatorActions {
  const { options } = dev
  const { control, store } = place
  const region = () => installRegion(store, options.region)
  return {
    install: async () => {
      await ensureInstalled(
        { ...dev, options: { ...options, reinstall: true } },
        { ...place, installed: installs.next() },
      )
    },
    useAddedRoute: watchAddedRoute(dev, () => ({ ...place, isSetUp: true, installed: installs.next() })),
    adminUrl: () => control.signInUrl({ store: store.code, regionId: region()?.id }),
    portalUrl: () => control.portalUrl(),
    placeOrder: async () => {
      const code = region()?.code
      const order = await control.placeOrder({ store: store.code, paid: true, region: code })
      const where = code === undefined ? store.code : `${store.code}/${code}`
      const reason = `${order.grandTotal} ${order.currency}, paid`
      return { event: 'order-placed', orderNumber: order.orderNumber, store: where, reason }
    },
    checkScopes: async () => {
      const rows = await control.installs({ app: options.project.config.key })
      const install = rows.find((row) => reaches(row, { storeId: store.id, regionId: region()?.id ?? null }))
      if (install) reportMissingScopes(dev, { ...install, storeName: store.name, next: installAgain(dev, place) })
    },
    origin: () => {
      const id = region()?.id
      return { storeId: String(store.id), regionId: id === undefined ? null : String(id) }
    },
    order: (topic) => realOrder(control, topic, { storeId: String(store.id), regionId: region()?.id ?? null }),
    pages: () => emulatorPages(dev, store.code),
    store: () => store.code,
  }
}

function emulatorPages({ tools, options }: DevContext, store: string): PageLink[] {
  const links = pageLinks(tools.paths, store)
  if (links === null) return []
  const { key, manifest } = options.project.config
  return [
    { name: 'Store admin', url: links.admin },
    ...(manifest === null ? [] : [{ name: 'Panel preview', url: links.panel(key) }]),
    { name: 'Storefront', url: links.storefront },
    { name: 'Portal', url: links.portal },
    { name: 'Data', url: links.data },
  ]
}

/** Creates the error for a place without an install. */
export function noStoreYet(): AppError {
  return new AppError(
    'install.unknown',
    'The app is not installed in any store, but an event needs an install. Install the app first.',
  )
}

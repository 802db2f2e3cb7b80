import type { Topic } from '../catalog/topics.ts'
import { pageLinks } from '../control/pages/page-links.ts'
import { AppError } from '../errors.ts'
import type { PageLink } from '../inspector/api.ts'
import type { EventOrigin } from '../webhooks/event-origin.ts'
import { realOrder, type EventOrder } from '../webhooks/real-order.ts'
import type { OrderPlacedEvent } from './events/dev-event.ts'
import { ensureInstalled, installRegion, type AppInstall } from './installs/app-install.ts'
import { installAgain, tellMissingScopes } from './installs/consent.ts'
import { reaches } from './installs/place.ts'
import type { Recurrence } from './milestone.ts'
import type { Stage } from './stage.ts'

/** What the keys of `app dev` do differently on each target. */
export interface TargetActions {
  /** Installs the app again. */
  readonly install: () => Promise<void>
  /** An address that shows the store admin. */
  readonly adminUrl: () => Promise<string>
  /** An address that opens the developer portal; missing where the platform does not say where it is. */
  readonly portalUrl?: () => Promise<string>
  /** Places a paid order, as a customer would, and returns the event that reports it; missing where only customers can order. */
  readonly placeOrder?: () => Promise<OrderPlacedEvent>
  /** Says which scopes app.toml requires and the install was not granted. */
  readonly checkScopes: () => Promise<void>
  /** The store and region that a test event names. Raises `install.unknown` where the app is in no store yet. */
  readonly origin: () => Pick<EventOrigin, 'storeId' | 'regionId'>
  /** The order that a test event of this topic names; null for a made-up one. */
  readonly order: (topic: Topic) => Promise<EventOrder | null>
  /** The platform's pages, signed in if possible, for the inspector's header. */
  readonly pages: () => readonly PageLink[]
  /** For the status line. */
  readonly store: () => string
}

export interface EmulatorPlace extends Omit<AppInstall, 'installed'> {
  /** That an exchange of the app has gone through. */
  readonly installs: Pick<Recurrence, 'next'>
}

/** The test store of the emulator, whose manager is signed in on the way. */
export function emulatorPlace(stage: Stage, { installs, ...place }: EmulatorPlace): TargetActions {
  const { options } = stage
  const { control, store } = place
  const region = () => installRegion(store, options.region)
  return {
    install: async () => {
      await ensureInstalled(
        { ...stage, options: { ...options, reinstall: true } },
        { ...place, installed: installs.next() },
      )
    },
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
      if (install) tellMissingScopes(stage, { ...install, storeName: store.name, next: installAgain(options) })
    },
    origin: () => {
      const id = region()?.id
      return { storeId: String(store.id), regionId: id === undefined ? null : String(id) }
    },
    order: (topic) => realOrder(control, topic, { storeId: String(store.id), regionId: region()?.id ?? null }),
    pages: () => emulatorPages(stage, store.code),
    store: () => store.code,
  }
}

function emulatorPages({ tools, options }: Stage, store: string): PageLink[] {
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

/** For a place without an install. */
export function noStoreYet(): AppError {
  return new AppError(
    'install.unknown',
    'The app is not installed in any store, but an event needs one. Install the app first.',
  )
}

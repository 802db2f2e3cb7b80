import { randomUUID } from 'node:crypto'

import type { PlacedOrder } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Send } from '../../http/wire.ts'
import type { AppConfig } from '../../project/app-config.ts'
import { unixSeconds } from '../../protocol/hmac.ts'
import { lastAnswer } from '../deliver.ts'
import type { AppInstance, InstanceOptions } from './app-instance.ts'
import type { Browser } from './browser.ts'
import type { FaultAct } from './calls.ts'
import {
  createUnusedAges,
  makeEmbedToken,
  panelUrl,
  slotPages,
  type EmbedTokenToMake,
  type SlotPage,
} from './embed-token.ts'
import { makeEvent, type EventToMake, type MadeEvent } from './event.ts'
import { homePlace, installPlace, type InstallPlace } from './install-place.ts'
import { installApp, installForApp, type InstallTools, type InstallTrip } from './install.ts'
import { onceFor } from './once-for.ts'
import { isExchangeOf, isWith, findToken } from './tokens.ts'
import { busiestTopics, usualTopicOf } from './topics.ts'
import { untilReady } from './until-ready.ts'
import { isAbout, untilDone } from './work.ts'

/** App data that the platform has. */
export interface AppFacts {
  readonly config: AppConfig
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
  readonly tokenKey: string
  readonly adminUrl: string
  /** Registered URL of the app. */
  readonly appUrl: string
  /** Platform API URL. */
  readonly apiUrl: string
  readonly send: Send
}

export interface FirstInstall {
  readonly place: InstallPlace
  readonly trip: InstallTrip
}

/** Returns true if the store and region have an install, including one created for an app without an install route. */
export function hasInstall({ trip }: FirstInstall): boolean {
  return trip.ok || trip.at === 'begin'
}

/** Everything that a check may use. */
export interface Harness extends AppFacts {
  readonly control: ControlClient
  /** The app that all checks share. They send it requests, do not stop it, and fail calls of their own store only. */
  readonly app: AppInstance
  /** Starts a separate app for effects that must not reach other checks. It stops with the check. */
  readonly ownApp: (options?: InstanceOptions) => Promise<AppInstance>
  readonly now: () => Date
  /** In ms since the run began. */
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** Number of runnable programs per core of this machine; about 0 if idle or unknown. */
  readonly busyness: () => number
  /** Opens a test store with regions TR, DE and GB, or those of app.toml, and returns it with its home region. Its name is unique by default. */
  readonly openPlace: (name?: string) => Promise<InstallPlace>
  /** Returns another region of the same store; null if it has only one. */
  readonly otherRegion: (place: InstallPlace) => InstallPlace | null
  /** Returns the install of the shared app that all checks share; created on first use. */
  readonly firstInstall: () => Promise<FirstInstall>
  /** Returns the store and region of that install. */
  readonly installedPlace: () => Promise<InstallPlace>
  /** Uses a new browser by default. */
  readonly install: (
    app: AppInstance,
    place: InstallPlace,
    how?: {
      readonly browser?: Browser
      readonly begun?: 'app' | 'admin'
      /** Optional scopes that the manager turns off. */
      readonly declined?: readonly string[]
      /** Fault for the exchange of its code. */
      readonly exchange?: FaultAct
    },
  ) => Promise<InstallTrip>
  readonly installTools: InstallTools
  /** Places a paid order. */
  readonly placeOrder: (place: InstallPlace) => Promise<PlacedOrder>
  /** Returns an order that all checks share, for deliveries that must have no effect or whose response alone counts. */
  readonly anyOrder: (place: InstallPlace) => Promise<PlacedOrder>
  /** Returns a subscribed topic whose events make the app call the platform about the order; null if there is none. Determined once, with separate events. */
  readonly workingTopic: () => Promise<string | null>
  readonly newEventId: () => string
  /** A topic to which app.toml subscribes, for checks in which the topic does not matter. */
  readonly usualTopic: string
  /** Creates a platform event, signed now. */
  readonly event: (event?: EventToMake) => Promise<MadeEvent>
  /**
   * Creates a panel token for a store and region, as the platform issues it except for the given changes. Without an age,
   * no two tokens of one store and region share a second: they would be equal, and an app may accept each token only once.
   */
  readonly embedToken: (place: InstallPlace, given?: EmbedTokenToMake) => string
  readonly slots: readonly SlotPage[]
  /** Returns the URL at which the store admin opens the panel: the first `fullpage` slot, otherwise the app's root. */
  readonly panelUrl: (token: string | null) => URL
}

export type HarnessTools = AppFacts &
  Pick<Harness, 'control' | 'app' | 'ownApp' | 'now' | 'clock' | 'sleep' | 'busyness'>

/** Creates the test harness of one run, which every check receives. */
export function createHarness(tools: HarnessTools): Harness {
  const { config, control, adminUrl, appUrl, now } = tools
  const installTools: InstallTools = {
    control,
    adminUrl,
    appKey: config.key,
    startUrl: `${appUrl}${config.dev.installPath}`,
    isInstalled: async ({ store, regionId }) => {
      const installs = await control.installs({ app: config.key })
      return installs.some(
        (row) => row.removedAt === null && row.storeCode === store && (row.regionId ?? regionId) === regionId,
      )
    },
  }
  const openPlace = async (name = `Check ${randomUUID().slice(0, 8)}`) => {
    const regions = config.countries.length === 0 ? {} : { regions: [...config.countries] }
    const { store } = await control.openStore({
      name,
      seed: 'small',
      appKey: config.key,
      ...regions,
    })
    return homePlace(store, config)
  }
  const install: Harness['install'] = (
    app,
    { store, region },
    { browser = app.browser(), begun = 'app', declined = [], exchange } = {},
  ) => {
    const beforeReturn = (returnUrl: URL) => {
      // Other installs continue meanwhile.
      const meets = isExchangeOf(returnUrl.searchParams.get('code') ?? '')
      return exchange === undefined ? () => {} : app.calls.fault({ meets, act: exchange })
    }
    const place = { store: store.code, regionId: region.id }
    return untilReady({ ...tools, app }, () =>
      installApp(installTools, { browser, place, begun, declined, beforeReturn }),
    )
  }
  const placeOrder = ({ store, region }: InstallPlace) =>
    control.placeOrder({ store: store.code, region: String(region.id), paid: true })
  const orders = new Map<string, Promise<PlacedOrder>>()
  const anyOrder = (place: InstallPlace) => {
    const key = `${place.store.id} ${place.region.id}`
    const known = orders.get(key) ?? placeOrder(place)
    orders.set(key, known)
    return known
  }
  const first = onceFor(async () => {
    const place = await openPlace()
    const trip = await install(tools.app, place)
    // An app without an install route gets deliveries too, so that its handling of them can be judged.
    if (!trip.ok && trip.at === 'begin')
      await installForApp({ ...tools, appKey: config.key }, tools.app.browser(), {
        store: place.store.code,
        regionId: place.region.id,
      })
    return { place, trip }
  })
  const firstInstall = () => first(harness)
  const usualTopic = usualTopicOf(config)
  const slots = slotPages(config, appUrl)
  const signer = { appKey: config.key, secret: tools.signingSecret }
  const unusedAge = createUnusedAges()
  const harness: Harness = {
    ...tools,
    installTools,
    openPlace,
    otherRegion: ({ store, region }) => {
      const other = store.regions.find(({ id }) => id !== region.id)
      return other === undefined ? null : installPlace(store, other, config)
    },
    firstInstall,
    installedPlace: async () => (await firstInstall()).place,
    install,
    placeOrder,
    anyOrder,
    usualTopic,
    newEventId,
    workingTopic: () => working(harness),
    slots,
    panelUrl: (token) => panelUrl(slots, appUrl, token),
    embedToken: (place, given) => {
      const second = unixSeconds(now())
      const ageSeconds = given?.ageSeconds ?? unusedAge(place, second)
      return makeEmbedToken({ ...signer, now: second, place }, { ...given, ageSeconds })
    },
    event: async (event = {}) => {
      const place = event.place ?? (await harness.installedPlace())
      const order = event.order ?? (await anyOrder(place))
      const { path } = config.webhooks
      return makeEvent(
        { topic: usualTopic, eventId: newEventId(), path, secret: tools.signingSecret, now: now() },
        { ...event, place, order },
      )
    },
  }
  return harness
}

/** Sends one event for each order topic, each about a separate order. */
const working = onceFor(async (harness: Harness): Promise<string | null> => {
  const { app, config, installedPlace, placeOrder, event } = harness
  const topics = busiestTopics.filter((topic) => config.webhooks.topics.includes(topic))
  const place = await installedPlace()
  const asked = topics.map(async (topic) => {
    const order = await placeOrder(place)
    const { delivery } = await event({ place, topic, order })
    await lastAnswer(harness, app, delivery)
    // Orders of different stores have the same numbers.
    const isOurs = isWith(findToken(app, place) ?? '')
    return { topic, call: await untilDone(harness, app, (call) => isOurs(call) && isAbout(order)(call)) }
  })
  for (const one of asked) {
    const { topic, call } = await one
    if (call !== null) return topic
  }
  return null
})

/** Uses the platform's format. */
function newEventId(): string {
  return `evt_${randomUUID().replaceAll('-', '')}`
}

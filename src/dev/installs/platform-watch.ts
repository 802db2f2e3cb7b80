import type { LogEntry, StoreRegion } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { plainWord } from '../../text/shell.ts'
import type { DevContext } from '../context.ts'
import type { PlaceNames, Remedy } from '../events/platform-event.ts'
import { installRegion } from './app-install.ts'
import { regionFlag, sessionStoreFlag, type SessionInstall } from './consent.ts'
import type { InstallWatch } from './install-watch.ts'
import { reaches } from './place.ts'

export interface PlatformWatch extends SessionInstall {
  readonly control: ControlClient
  readonly installs: Pick<InstallWatch, 'look'>
}

const EVERY_MS = 1000

/** More than can happen in the test store between two polls. */
const LOOK_BACK = 100

/**
 * Reports what the platform does not: test store events that app.toml subscribes to but no app received (such as an order in a region
 * without an install), lost installs and a lost registration. Polls the emulator's log and installs every second.
 */
export async function watchPlatform(dev: DevContext, watch: PlatformWatch): Promise<void> {
  const { signal, atEnd } = dev
  const { control } = watch
  let known = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isRegistered = true
  const reportUnregistered = async () => {
    const { key } = dev.options.project.config
    const was = isRegistered
    isRegistered = (await control.apps()).some(({ app_key: one }) => one === key)
    if (was && !isRegistered) dev.emit({ event: 'notice', text: unregisteredText(key) })
  }
  const look = async (report: (entry: LogEntry) => Promise<void>) => {
    await watch.installs.look()
    await reportUnregistered()
    const seen = (await control.log({ limit: LOOK_BACK })).filter(({ code }) => code === UNSUBSCRIBED)
    const before = known
    known = new Set(seen.map(keyOf))
    for (const entry of seen.toReversed()) if (!before.has(keyOf(entry))) await report(entry)
  }
  const lookAgain = () => {
    timer = setTimeout(() => {
      // Any call that needs the emulator reports that it has stopped.
      void look((entry) => reportEntry(dev, watch, entry))
        .catch(() => {})
        .finally(() => {
          if (!signal.aborted) lookAgain()
        })
    }, EVERY_MS).unref()
  }
  atEnd(() => clearTimeout(timer))
  await look(async () => {}).catch(() => {})
  lookAgain()
}

function unregisteredText(key: string): string {
  return `${key} is no longer registered on this emulator, because the emulator was reset or an older state was loaded. Restart this \`app dev\` to register and install the app again.`
}

const UNSUBSCRIBED = 'event.unsubscribed'

function keyOf({ at, code, details }: LogEntry): string {
  return JSON.stringify([at, code, details])
}

async function reportEntry(dev: DevContext, watch: PlatformWatch, { details }: LogEntry): Promise<void> {
  const { emit, names, options } = dev
  const { config } = options.project
  const storeId = String(details['storeId'])
  const regionId = typeof details['regionId'] === 'number' ? String(details['regionId']) : null
  const place = { storeId, regionId, ...names.of(storeId, regionId) }
  const { topic, orderNumber } = details
  if (storeId !== String(watch.store.id)) return
  if (typeof topic !== 'string' || !config.webhooks.topics.includes(topic)) return
  const installed = (await watch.control.installs({ app: config.key })).some((row) => reaches(row, place))
  const remedy = installed
    ? { next: `app webhook why ${topic}${sessionStoreFlag(dev, watch)}${regionFlag(place.regionCode)}`, key: null }
    : installing(dev, watch, place)
  const number = typeof orderNumber === 'string' ? orderNumber : null
  emit({ event: 'unsubscribed', topic, ...place, orderNumber: number, installed, remedy })
}

/**
 * Returns how to install the app in a store and region. The key works for only one region of the test store. `app install` during `app dev` goes through the
 * app, too.
 */
export function installing(
  dev: Pick<DevContext, 'options' | 'tools'>,
  session: SessionInstall,
  place: PlaceNames,
): Remedy {
  const { store } = session
  const isHome = place.storeId === String(store.id)
  const isIn = (region: StoreRegion | undefined) =>
    isHome && (place.regionId === null || place.regionId === String(region?.id))
  const storeWord = isHome ? sessionStoreFlag(dev, session) : ` --store ${plainWord(place.storeCode ?? place.storeId)}`
  const regionWord = isIn(installRegion(store, undefined)) ? '' : regionFlag(place.regionCode)
  return {
    next: `app install${storeWord}${regionWord}`,
    key: isIn(installRegion(store, dev.options.region)) ? 'i' : null,
  }
}

import type { InstallRow, Store, StoreRegion } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Send, WireResponse } from '../../http/wire.ts'
import { obtainByApproval } from '../../install/approve.ts'
import type { AppConfig } from '../../project/app-config.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import { localAddress } from '../../project/registration.ts'
import type { Target } from '../../project/targets.ts'
import { findRegion } from '../../selection/region.ts'
import type { DevContext } from '../context.ts'
import { aborted, type Milestone } from '../milestone.ts'
import { installAgain, reportMissingScopes } from './consent.ts'
import { callbackFailure, watchExchange } from './failed-exchange.ts'
import { installedEvent } from './installed-event.ts'
import { reaches } from './place.ts'
import { whyNotHeld } from './token-status.ts'
import { installWithoutRoute, isWithoutRoute } from './without-route.ts'

export interface AppInstall {
  readonly control: ControlClient
  readonly store: Store
  readonly identity: string
  readonly target: Target
  /** Reached when the app has completed an exchange. */
  readonly installed: Milestone
  /** Whether the install is part of the start (--approve) and not a separate request. */
  readonly isSetUp?: boolean
}

/** Maximum delay between the app's callback and its exchange. The exchange usually completes before the callback responds. */
const EXCHANGE_MS = 5000

/**
 * Ensures that the app is installed and has its token: reuses an existing install (unless requested otherwise), approves, or waits for the user in the browser.
 * Returns the token's holder, which is the tool for an app without an install route. Raises `dev.install-failed`, `install.*`, `api.rate-limited` and `pin.*`.
 */
export async function ensureInstalled(dev: DevContext, install: AppInstall): Promise<'app' | 'tool'> {
  const { options, emit, tools } = dev
  const { config } = options.project
  const { region, known } = await knownInstall(dev, install)
  if (known && !options.reinstall) {
    const record = recordOf(dev, install, known)
    const isRouteless = await isKeptForApp(dev, record, known)
    const why = isRouteless ? null : whyInstallAgain(dev, record, known)
    if (why === null) {
      emit(installedEvent({ ...known, storeName: install.store.name }, { storedIn: null, alreadyInstalled: true }))
      reportMissingScopes(dev, { ...known, storeName: install.store.name, next: installAgain(dev, install) })
      return isRouteless ? 'tool' : 'app'
    }
    emit({ event: 'notice', text: `Installing through the app, because ${why}.` })
  }
  const startUrl = installStart(config)
  const place = { ...install, startUrl, redirectUri: config.redirectUris[0] ?? '', regionId: region?.id }
  const failedExchange = watchExchange(tools, options.project.dir)
  // The page may have a button that starts the install, so show it to the user.
  const routeless = options.approve
    ? await approveThroughApp(tools, { ...place, isInstalled: install.installed.isReached, failedExchange })
    : await routelessStatus(tools, startUrl, { pageCounts: false })
  if (routeless !== null) {
    await installWithoutRoute(dev, { ...place, status: routeless })
    return 'tool'
  }
  await (options.approve
    ? untilExchanged(dev, { ...install, failedExchange })
    : installInBrowser(dev, install, { startUrl, regionId: region?.id }))
  return 'app'
}

async function untilExchanged(
  { tools, signal }: DevContext,
  { installed, failedExchange }: Pick<AppInstall, 'installed'> & Pick<Approval, 'failedExchange'>,
): Promise<void> {
  const seen = await Promise.race([installed.reached.then(() => true), tools.sleep(EXCHANGE_MS, signal)])
  if (seen !== true) throw failedExchange() ?? failed('the app did not exchange its code at SVCAPP_BASE_URL')
}

async function installInBrowser(
  { emit, tools, signal }: DevContext,
  { control, store, installed }: AppInstall,
  { startUrl, regionId }: Pick<Approval, 'startUrl' | 'regionId'>,
): Promise<void> {
  // Signs the manager in on the way, because the passwords of stores opened by this session are random.
  const url = await control.signInUrl({ store: store.code, regionId, next: startUrl.href })
  const opened = await tools.openBrowser(url)
  emit({ event: 'install-address', url, opened, singleUse: true })
  await Promise.race([installed.reached, aborted(signal)])
}

/** Returns the app's own install URL, where a developer's browser starts. */
export function installStart(config: AppConfig): URL {
  return new URL(config.dev.installPath, localAddress(config))
}

/** Returns the status of the install start in an app without an install route, or null if the app has one. */
export async function routelessStatus(
  { send }: Pick<DevContext['tools'], 'send'>,
  startUrl: URL,
  { pageCounts }: { readonly pageCounts: boolean },
): Promise<number | null> {
  // Another part reports an app that does not respond.
  const start = await visit(send, startUrl, []).catch(() => null)
  if (start === null || !isWithoutRoute(start.status)) return null
  return pageCounts || start.status >= 400 ? start.status : null
}

/** Returns the region of the install, and the install if the platform lists it. Raises `pin.*`. */
export async function knownInstall({ options }: DevContext, { control, store }: AppInstall) {
  const region = installRegion(store, options.region)
  const rows = await control.installs({ app: options.project.config.key })
  return { region, known: rows.find((row) => reaches(row, { storeId: store.id, regionId: region?.id ?? null })) }
}

/** Returns this machine's record of an install that the platform lists. */
export function recordOf({ tools, options }: DevContext, { identity }: AppInstall, { storeId, regionId }: InstallRow) {
  const place = { identity, appKey: options.project.config.key, storeId, regionId }
  return withInstalls(tools.paths, (installs) => installs.find(place))
}

/** Returns whether the tool holds the install's token, for an app without an install route. */
async function isKeptForApp(
  { tools, options }: DevContext,
  record: Install | null,
  { hasToken, uninstallEvent }: InstallRow,
): Promise<boolean> {
  if (!hasToken || uninstallEvent !== null || record?.holder !== 'cli' || record.refusedAt !== undefined) return false
  return (await routelessStatus(tools, installStart(options.project.config), { pageCounts: true })) !== null
}

/** Returns why the app needs its own token although it is installed. Null if it has one or that is unknown. */
function whyInstallAgain(
  { options, emit }: DevContext,
  record: Install | null,
  { hasToken, uninstallEvent }: InstallRow,
): string | null {
  if (!hasToken) return 'the install has no valid token (exported snapshots contain no tokens)'
  if (uninstallEvent !== null)
    return 'the app accepted `app.uninstalled`, and an undo restores neither its token nor its state'
  const why = record === null ? null : whyNotHeld(record, options.project.dir)
  if (why === null && record?.holder === undefined) {
    emit({
      event: 'notice',
      text: "It is unknown which program has this install's token. If the app has no token, press `i` to install through the app.",
    })
  }
  return why
}

/** Returns the requested region for the install, else the store's home region. Raises `pin.unknown` and `pin.ambiguous`. */
export function installRegion(store: Store, named: string | undefined): StoreRegion | undefined {
  if (named === undefined) return store.regions.find(({ isDefault }) => isDefault) ?? store.regions[0]
  return findRegion(store.regions, named)
}

export interface Approval {
  readonly control: Pick<ControlClient, 'signInUrl'>
  readonly store: Pick<Store, 'code'>
  readonly regionId: number | undefined
  readonly startUrl: URL
  readonly redirectUri: string
  /** Returns whether the app's exchange was seen. */
  readonly isInstalled: () => boolean
  /** Returns why the app's exchange failed, or null. */
  readonly failedExchange: () => AppError | null
  readonly isSetUp?: boolean
}

/**
 * Installs the app as a user would: starts at the app's URL, approves on the real consent page as the store's manager,
 * and returns to the app with its cookies. The app does the exchange itself. Returns the start's status if the app has
 * no install route, else null. Raises `dev.install-failed`, `install.*` and `api.rate-limited`.
 */
export async function approveThroughApp(
  { send, now, sleep }: Pick<DevContext['tools'], 'send' | 'now' | 'sleep'>,
  approval: Approval,
): Promise<number | null> {
  const { control, store, regionId, startUrl, redirectUri, isInstalled, failedExchange, isSetUp = false } = approval
  const cookies: string[] = []
  const begun = await visit(send, startUrl, cookies)
  const authorizeUrl = URL.parse(begun.headers['location'] ?? '')
  if (!authorizeUrl && isWithoutRoute(begun.status)) return begun.status
  if (!authorizeUrl) throw failed(`${startUrl.href} returned ${begun.status} without a redirect to the consent page`)
  const signInUrl = () => control.signInUrl({ store: store.code, regionId })
  const obtain = obtainByApproval({ send, signInUrl, isSetUp })
  const state = authorizeUrl.searchParams.get('state') ?? ''
  const answer = await obtain({ authorizeUrl: authorizeUrl.href, redirectUri, state })
  if (answer.kind === 'denied') throw failed('the install was declined on the consent page')
  const back = new URL(redirectUri)
  back.searchParams.set('code', answer.code)
  back.searchParams.set('state', state)
  const end = await visit(send, back, cookies).catch((error: unknown) => {
    // The app crashed after it got its token. It restarts and is then installed.
    if (isInstalled()) return null
    throw error
  })
  if (end === null || end.status < 400) return null
  throw (
    (await callbackFailure({ now, sleep, failedExchange }, end)) ?? failed(`${back.pathname} returned ${end.status}`)
  )
}

/** Requests one page of the app with its earlier cookies. Does not follow redirects. Raises `net.*`. */
export async function visit(send: Send, url: URL, cookies: string[]): Promise<WireResponse> {
  const headers = { Accept: 'text/html', ...(cookies.length > 0 && { Cookie: cookies.join('; ') }) }
  const response = await send({ method: 'GET', url, headers, redirects: 'answer', ownUserOnly: true }).catch(
    (error: unknown) => {
      throw aboutTheApp(error, url)
    },
  )
  // Several Set-Cookie headers are joined. A comma inside a date is not followed by a name.
  const set = response.headers['set-cookie']?.split(/,\s*(?=[^;,\s=]+=)/) ?? []
  for (const cookie of set) cookies.push(cookie.split(';', 1)[0] ?? '')
  return response
}

/** Replaces the transport's hint about the platform, because here the app is not running. */
function aboutTheApp(error: unknown, { host }: URL): unknown {
  if (!hasCode(error, 'net.unreachable')) return error
  const { details } = error
  return new AppError('net.unreachable', `The app does not respond at ${host}: ${reasonIn(error)}`, {
    suggestions: ['app dev logs --source app'],
    details,
  })
}

function reasonIn({ message }: AppError): string {
  return message.slice(message.indexOf(': ') + 2)
}

function failed(why: string): AppError {
  return new AppError('dev.install-failed', `The app could not be installed: ${why}.`, {
    suggestions: [
      "If a snapshot was loaded, create the app's missing secrets: app register",
      'Check the app output and `dev.install_path` in app.toml, the path that starts an install.',
      'To install the app yourself in the browser, run `app dev` without --approve.',
    ],
  })
}

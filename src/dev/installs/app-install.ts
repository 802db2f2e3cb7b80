import { retryAfterMs } from '../../client/retry.ts'
import type { InstallRow, Store, StoreRegion } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Send, WireResponse } from '../../http/wire.ts'
import { obtainByApproval } from '../../install/approve.ts'
import { findRegion } from '../../named/region.ts'
import type { AppConfig } from '../../project/app-config.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import { localAddress } from '../../project/registration.ts'
import type { Target } from '../../project/targets.ts'
import { installedEvent } from '../events/dev-event.ts'
import { aborted, type Milestone } from '../milestone.ts'
import type { Stage } from '../stage.ts'
import { installAgain, tellMissingScopes } from './consent.ts'
import { reaches } from './place.ts'
import { whyNotHeld } from './token-standing.ts'
import { installWithoutRoute, isWithoutRoute } from './without-route.ts'

export interface AppInstall {
  readonly control: ControlClient
  readonly store: Store
  readonly identity: string
  readonly target: Target
  /** Reached when an exchange of the app has gone through. */
  readonly installed: Milestone
  /** Nobody asked for it by itself: with --approve it is a part of the start. */
  readonly isSetUp?: boolean
}

/** How long after the app's callback its exchange may be seen: it was over before the callback answered, unless the app does it later. */
const EXCHANGE_MS = 5000

/**
 * Gets the app installed: nothing to do where it is already and has its token (unless asked), else by approval, else by the person in the browser. Resolves when the app has
 * its token. Returns who has that: the tool, for an app without an install route. Raises `dev.install-failed`, `install.not-approved` and `pin.*`.
 */
export async function ensureInstalled(stage: Stage, install: AppInstall): Promise<'app' | 'tool'> {
  const { options, emit, tools } = stage
  const { config } = options.project
  const region = installRegion(install.store, options.region)
  const rows = await install.control.installs({ app: config.key })
  const known = rows.find((row) => reaches(row, { storeId: install.store.id, regionId: region?.id ?? null }))
  if (known && !options.reinstall) {
    const record = recordOf(stage, install, known)
    const isRouteless = await isKeptForApp(stage, record, known)
    const why = isRouteless ? null : whyInstallAgain(stage, record, known)
    if (why === null) {
      emit(installedEvent({ ...known, storeName: install.store.name }, { storedIn: null, alreadyInstalled: true }))
      tellMissingScopes(stage, { ...known, storeName: install.store.name, next: installAgain(options) })
      return isRouteless ? 'tool' : 'app'
    }
    emit({ event: 'notice', text: `Installing through the app: ${why}.` })
  }
  const startUrl = installStart(config)
  const place = { ...install, startUrl, redirectUri: config.redirectUris[0] ?? '', regionId: region?.id }
  // A page may have a button that begins the install: a person gets to see it.
  const routeless = options.approve
    ? await approveThroughApp(tools, { ...place, isInstalled: install.installed.isReached })
    : await routelessStatus(tools, startUrl, { pageCounts: false })
  if (routeless !== null) {
    await installWithoutRoute(stage, { ...place, status: routeless })
    return 'tool'
  }
  await (options.approve
    ? untilExchanged(stage, install)
    : installInBrowser(stage, install, { startUrl, regionId: region?.id }))
  return 'app'
}

async function untilExchanged({ tools, signal }: Stage, { installed }: AppInstall): Promise<void> {
  const seen = await Promise.race([installed.reached.then(() => true), tools.sleep(EXCHANGE_MS, signal)])
  if (seen !== true) throw failed('the app did not exchange its code at SVCAPP_BASE_URL')
}

async function installInBrowser(
  { emit, tools, signal }: Stage,
  { control, store, installed }: AppInstall,
  { startUrl, regionId }: Pick<Approval, 'startUrl' | 'regionId'>,
): Promise<void> {
  // Signs the manager in on the way, because nobody knows the password of a store that was opened here.
  const url = await control.signInUrl({ store: store.code, regionId, next: startUrl.href })
  const opened = await tools.openBrowser(url)
  emit({ event: 'install-address', url, opened, singleUse: true })
  await Promise.race([installed.reached, aborted(signal)])
}

/** Where a developer's browser starts: the app's own way in. */
export function installStart(config: AppConfig): URL {
  return new URL(config.dev.installPath, localAddress(config))
}

/** The status that the start of an install returns in an app without an install route; null for an app that has one. */
export async function routelessStatus(
  { send }: Pick<Stage['tools'], 'send'>,
  startUrl: URL,
  { pageCounts }: { readonly pageCounts: boolean },
): Promise<number | null> {
  // An app that does not respond is reported where it is needed.
  const start = await visit(send, startUrl, []).catch(() => null)
  if (start === null || !isWithoutRoute(start.status)) return null
  return pageCounts || start.status >= 400 ? start.status : null
}

/** What is on record here of an install that the platform lists. */
function recordOf({ tools, options }: Stage, { identity }: AppInstall, { storeId, regionId }: InstallRow) {
  const place = { identity, appKey: options.project.config.key, storeId, regionId }
  return withInstalls(tools.paths, (installs) => installs.find(place))
}

/** Whether the tool has the token of this install, for an app without an install route. */
async function isKeptForApp(
  { tools, options }: Stage,
  record: Install | null,
  { hasToken, uninstallEvent }: InstallRow,
): Promise<boolean> {
  if (!hasToken || uninstallEvent !== null || record?.holder !== 'cli' || record.refusedAt !== undefined) return false
  return (await routelessStatus(tools, installStart(options.project.config), { pageCounts: true })) !== null
}

/** Why the app needs its own token although the platform has it installed; null where it has one, or that cannot be known. */
function whyInstallAgain(
  { options, emit }: Stage,
  record: Install | null,
  { hasToken, uninstallEvent }: InstallRow,
): string | null {
  if (!hasToken) return 'the install has no live token (snapshots contain no tokens)'
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

/** The region that an install is made in: the one named, else the store's home region. Raises `pin.unknown` and `pin.ambiguous`. */
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
  /** Whether the exchange of the app was seen. */
  readonly isInstalled: () => boolean
  readonly isSetUp?: boolean
}

/**
 * Installs the app as a person would: begins at the app's own address, approves on the real consent page as the store's manager, and carries the answer
 * back to the app with the cookies that it set. The app does the exchange by itself. Returns the status of the start where the app has no install route,
 * else null. Raises `dev.install-failed`, `install.not-approved` and `api.rate-limited`.
 */
export async function approveThroughApp(
  { send, now }: Pick<Stage['tools'], 'send' | 'now'>,
  approval: Approval,
): Promise<number | null> {
  const { control, store, regionId, startUrl, redirectUri, isInstalled, isSetUp = false } = approval
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
    // It crashed after it had its token: it is started again, and is installed then.
    if (isInstalled()) return null
    throw error
  })
  if (end?.status === 429) throw limited(end, now())
  if (end !== null && end.status >= 400) throw failed(`${back.pathname} answered ${end.status}`)
  return null
}

/** One page of the app, with the cookies that it gave before. Redirects are read and not followed. Raises `net.*`. */
async function visit(send: Send, url: URL, cookies: string[]): Promise<WireResponse> {
  const headers = { Accept: 'text/html', ...(cookies.length > 0 && { Cookie: cookies.join('; ') }) }
  const response = await send({ method: 'GET', url, headers, redirects: 'answer', ownUserOnly: true }).catch(
    (error: unknown) => {
      throw aboutTheApp(error, url)
    },
  )
  // Several Set-Cookie headers come joined; a comma inside a date is not followed by a name.
  const set = response.headers['set-cookie']?.split(/,\s*(?=[^;,\s=]+=)/) ?? []
  for (const cookie of set) cookies.push(cookie.split(';', 1)[0] ?? '')
  return response
}

/** The transport's hint speaks of the platform; here the app is what does not run. */
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

/** Only time helps after too many exchanges: each further install in that time is rejected too. */
function limited(response: WireResponse, now: Date): AppError {
  const ms = retryAfterMs(response, now)
  const wait = !ms ? 'in a minute' : `in ${Math.ceil(ms / 1000)} s`
  return new AppError('api.rate-limited', 'The app was not installed: too many code exchanges in one minute (429).', {
    suggestions: [`Run \`app install --approve\` again ${wait}. The limit is 30 exchanges a minute.`],
    details: { status: 429 },
  })
}

function failed(why: string): AppError {
  return new AppError('dev.install-failed', `The app could not be installed: ${why}.`, {
    suggestions: [
      'If the output shows 429 for POST /api/apps/oauth/token, wait a minute, then run: app install --approve',
      'If a snapshot was loaded, replace its missing secrets: app register',
      'Check the app output. `dev.install_path` in app.toml is where the app starts an install.',
      'To install the app yourself in the browser, run `app dev` without --approve.',
    ],
  })
}

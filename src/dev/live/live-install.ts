import type { Credentials } from '../../credentials/credentials.ts'
import { AppError } from '../../errors.ts'
import { adviceOn } from '../../errors/advice.ts'
import type { PageLink } from '../../inspector/api.ts'
import { newTokenNote, revokingWarning, type TokenReceiver } from '../../install/advice.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import { secondApp } from '../../project/toml/registration-files.ts'
import { foreignText } from '../../text/foreign-text.ts'
import type { DevContext } from '../context.ts'
import { reportMissingScopes } from '../installs/consent.ts'
import { installedEvent, wantedScope } from '../installs/installed-event.ts'
import { regionWords, textIds } from '../installs/place.ts'
import { whyNotHeld } from '../installs/token-status.ts'
import { aborted, type Milestone } from '../milestone.ts'
import { noStoreYet, type TargetActions } from '../target-actions.ts'
import { tokenKey, tokenOf } from './live-client.ts'
import { newestOrder } from './newest-order.ts'
import { verifyInstall } from './verify-install.ts'

export interface LiveInstall {
  readonly target: Target
  readonly credentials: Credentials
  /** The app's own install URL at its public origin. */
  readonly startUrl: string
  /** Who gets the token of an install. */
  readonly receiver: TokenReceiver
  /** Reached when the app has completed an exchange. */
  readonly installed: Milestone
  /** Time of the last warning about what an install does to a token in use. Null if it no longer counts. */
  readonly consent: { warnedAt: number | null }
  /** Returns why no browser reaches the app, or null if one does. */
  readonly tunnelProblem: () => AppError | null
  /** Called when the owner's install starts. */
  readonly onBegun?: () => void
}

/** On the live platform the owner decides, in a browser. */
const INSTALL_AGAIN = 'app install --target live'

/**
 * Ensures that the app is installed: verifies the token of a saved install, else waits for the
 * owner in the browser. Resolves when the app has its token, as far as this session can see.
 */
export async function ensureLiveInstalled(dev: DevContext, live: LiveInstall): Promise<void> {
  const { options, emit } = dev
  if (live.receiver !== 'app')
    emit({ event: 'notice', text: `${newTokenNote(live.receiver)}${secondApp(options.project.dir)}` })
  const known = current(dev, live)
  if (known === null || options.reinstall) return makeInstall(dev, live)
  const why = whyNotHeld(known, options.project.dir)
  if (why !== null) {
    emit({ event: 'notice', text: `Installing through the app, because ${why} (${formatPlace(known)}).` })
    return makeInstall(dev, live)
  }
  for (const one of installsOf(dev, live)) {
    const problem = whyNotHeld(one, options.project.dir)
    if (problem === null) continue
    const text = `In ${formatPlace(one)}, ${problem}. To install there through the app, press i. This revokes the current token there.`
    emit({ event: 'notice', text })
  }
  emit(installedEvent(known, { storedIn: null, alreadyInstalled: true, ...wantedScope(known, options.project.config) }))
  reportMissingScopes(dev, { ...known, next: INSTALL_AGAIN })
  const token = await tokenOf(live.credentials, known)
  if (token === null) {
    const text =
      "This install's token is not stored on this machine, so it cannot be checked. Press `i` to reinstall the app."
    return emit({ event: 'notice', text })
  }
  const source = live.credentials.source(tokenKey(known)) ?? undefined
  await verifyInstall(dev, { target: live.target, token, install: known, isKept: true, source })
}

/** Opens the install only after the developer agreed with the key or `--yes`. Raises `usage.missing` if neither is possible. */
async function makeInstall(dev: DevContext, live: LiveInstall): Promise<void> {
  const { trust } = dev.tools
  const warning = warningFor(dev, live)
  if (!trust.isAgreed && !trust.isInteractive) {
    throw new AppError('usage.missing', `The app is not installed. ${warning} Nothing was opened.`, {
      suggestions: ['To install anyway, add --yes.'],
    })
  }
  if (trust.isAgreed) await openStart(dev, live)
  else warn(dev, live, 'Press i to install.')
  await Promise.race([live.installed.reached, aborted(dev.signal)])
}

function warn(dev: DevContext, live: LiveInstall, next: string): void {
  live.consent.warnedAt = dev.tools.now().getTime()
  dev.emit({ event: 'notice', text: `${warningFor(dev, live)} ${next}` })
}

function warningFor(dev: DevContext, live: LiveInstall): string {
  return `${revokingWarning(live.receiver, dev.options.project.dir)}${oldScopeNote(dev, live)}`
}

/** Returns what the store owner must do before an install with a changed install_scope, with a space before it; empty if nothing. */
export function oldScopeNote(dev: DevContext, live: Pick<LiveInstall, 'target'>): string {
  const { installScope } = dev.options.project.config
  const old = installsOf(dev, live).filter((one) => one.installScope !== installScope)
  if (old.length === 0) return ''
  const places = old.map(formatPlace).join('; ')
  return ` First remove the installs with the old install_scope in the store admin, which may reject this install otherwise: ${places}.`
}

/** A key press later than this after the warning may be a mistake. */
const ARMED_MS = 2 * 60_000

/** Handles the key. The first press only warns, unless the start has just warned. */
async function installByKey(dev: DevContext, live: LiveInstall): Promise<void> {
  const down = live.tunnelProblem()
  if (down !== null)
    return dev.emit({ event: 'notice', text: [down.message, ...adviceOn('live', down.advice)].join(' ') })
  const { warnedAt } = live.consent
  const isArmed = warnedAt !== null && dev.tools.now().getTime() - warnedAt <= ARMED_MS
  if (!isArmed && !dev.tools.trust.isAgreed) {
    return warn(dev, live, 'Nothing was opened yet. Press i again to install.')
  }
  live.consent.warnedAt = null
  await openStart(dev, live)
}

async function openStart(dev: DevContext, live: LiveInstall): Promise<void> {
  const { tools, emit } = dev
  const { startUrl, onBegun } = live
  onBegun?.()
  if (tools.trust.isAgreed) emit({ event: 'notice', text: warningFor(dev, live) })
  const opened = await tools.openBrowser(startUrl)
  emit({ event: 'install-address', url: startUrl, opened, singleUse: false })
}

/** Returns the newest install whose token the app has, else the newest one, or null. */
function current(dev: DevContext, live: Pick<LiveInstall, 'target'>): Install | null {
  const all = installsOf(dev, live)
  const { dir } = dev.options.project
  return all.findLast((one) => whyNotHeld(one, dir) === null) ?? all.at(-1) ?? null
}

function formatPlace(install: Install): string {
  return `${foreignText(install.storeName)}, ${regionWords(install)}`
}

function installsOf({ tools, options }: DevContext, { target }: Pick<LiveInstall, 'target'>): Install[] {
  const app = { identity: target.identity, appKey: options.project.config.key }
  return withInstalls(tools.paths, (installs) => installs.list(app))
}

/** Creates the key actions for the live platform: the owner installs, and the real store admin opens. */
export function livePlace(dev: DevContext, live: LiveInstall): TargetActions {
  return {
    install: () => installByKey(dev, live),
    adminUrl: async () => live.target.adminUrl.href,
    checkScopes: async () => {
      const install = current(dev, live)
      if (install !== null) reportMissingScopes(dev, { ...install, next: INSTALL_AGAIN })
    },
    order: (topic) => newestOrder(dev, live, { topic, install: current(dev, live) }),
    origin: () => {
      const install = current(dev, live)
      if (install === null) throw noStoreYet()
      return textIds(install)
    },
    store: () => {
      const install = current(dev, live)
      return install === null ? 'no store yet' : (install.storeCode ?? String(install.storeId))
    },
    pages: () => [{ name: 'Store admin', url: live.target.adminUrl.href }, ...liveStorefront(current(dev, live))],
  }
}

function liveStorefront(install: Install | null): PageLink[] {
  const url = install && URL.parse(`https://${install.storeDomain}/`)
  return url?.host === install?.storeDomain && url ? [{ name: 'Storefront', url: url.href }] : []
}

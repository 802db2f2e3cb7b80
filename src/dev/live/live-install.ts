import type { Credentials } from '../../credentials/credentials.ts'
import { AppError } from '../../errors.ts'
import { adviceOn } from '../../errors/advice.ts'
import type { PageLink } from '../../inspector/api.ts'
import { newTokenNote, revokingWarning, type TokenReceiver } from '../../install/advice.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import { secondApp } from '../../project/toml/registration-files.ts'
import { tellMissingScopes } from '../installs/consent.ts'
import { installedEvent, wantedScope } from '../installs/installed-event.ts'
import { textIds } from '../installs/place.ts'
import { whyNotHeld } from '../installs/token-standing.ts'
import { aborted, type Milestone } from '../milestone.ts'
import type { Stage } from '../stage.ts'
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
export async function ensureLiveInstalled(stage: Stage, live: LiveInstall): Promise<void> {
  const { options, emit } = stage
  if (live.receiver !== 'app')
    emit({ event: 'notice', text: `${newTokenNote(live.receiver)}${secondApp(options.project.dir)}` })
  const known = newest(stage, live)
  if (known === null || options.reinstall) return makeInstall(stage, live)
  const why = whyNotHeld(known, options.project.dir)
  if (why !== null) {
    emit({ event: 'notice', text: `Installing through the app, because ${why}.` })
    return makeInstall(stage, live)
  }
  emit(installedEvent(known, { storedIn: null, alreadyInstalled: true, ...wantedScope(known, options.project.config) }))
  tellMissingScopes(stage, { ...known, next: INSTALL_AGAIN })
  const token = await tokenOf(live.credentials, known)
  if (token === null) {
    const text =
      "This install's token is not stored on this machine, so it cannot be checked. Press `i` to reinstall the app."
    return emit({ event: 'notice', text })
  }
  const source = live.credentials.source(tokenKey(known)) ?? undefined
  await verifyInstall(stage, { target: live.target, token, install: known, isKept: true, source })
}

/** Opens the install only after the developer agreed with the key or `--yes`. Raises `usage.missing` if neither is possible. */
async function makeInstall(stage: Stage, live: LiveInstall): Promise<void> {
  const { trust } = stage.tools
  const warning = warningFor(stage, live)
  if (!trust.isAgreed && !trust.isInteractive) {
    throw new AppError('usage.missing', `The app is not installed. ${warning} Nothing was opened.`, {
      suggestions: ['To install anyway, add --yes.'],
    })
  }
  if (trust.isAgreed) await openStart(stage, live)
  else warn(stage, live, 'Press i to install.')
  await Promise.race([live.installed.reached, aborted(stage.signal)])
}

function warn(stage: Stage, live: LiveInstall, next: string): void {
  live.consent.warnedAt = stage.tools.now().getTime()
  stage.emit({ event: 'notice', text: `${warningFor(stage, live)} ${next}` })
}

function warningFor({ options }: Stage, { receiver }: Pick<LiveInstall, 'receiver'>): string {
  return revokingWarning(receiver, options.project.dir)
}

/** A key press later than this after the warning may be a mistake. */
const ARMED_MS = 2 * 60_000

/** Handles the key. The first press only warns, unless the start has just warned. */
async function installByKey(stage: Stage, live: LiveInstall): Promise<void> {
  const down = live.tunnelProblem()
  if (down !== null)
    return stage.emit({ event: 'notice', text: [down.message, ...adviceOn('live', down.advice)].join(' ') })
  const { warnedAt } = live.consent
  const isArmed = warnedAt !== null && stage.tools.now().getTime() - warnedAt <= ARMED_MS
  if (!isArmed && !stage.tools.trust.isAgreed) {
    return warn(stage, live, 'Nothing was opened yet. Press i again to install.')
  }
  live.consent.warnedAt = null
  await openStart(stage, live)
}

async function openStart(stage: Stage, live: LiveInstall): Promise<void> {
  const { tools, emit } = stage
  const { startUrl, onBegun } = live
  onBegun?.()
  if (tools.trust.isAgreed) emit({ event: 'notice', text: warningFor(stage, live) })
  const opened = await tools.openBrowser(startUrl)
  emit({ event: 'install-address', url: startUrl, opened, singleUse: false })
}

function newest(stage: Stage, live: Pick<LiveInstall, 'target'>): Install | null {
  return installsOf(stage, live).at(-1) ?? null
}

function installsOf({ tools, options }: Stage, { target }: Pick<LiveInstall, 'target'>): Install[] {
  const app = { identity: target.identity, appKey: options.project.config.key }
  return withInstalls(tools.paths, (installs) => installs.list(app))
}

/** Creates the key actions for the live platform: the owner installs, and the real store admin opens. */
export function livePlace(stage: Stage, live: LiveInstall): TargetActions {
  return {
    install: () => installByKey(stage, live),
    adminUrl: async () => live.target.adminUrl.href,
    checkScopes: async () => {
      const install = newest(stage, live)
      if (install !== null) tellMissingScopes(stage, { ...install, next: INSTALL_AGAIN })
    },
    order: (topic) => newestOrder(stage, live, { topic, install: newest(stage, live) }),
    origin: () => {
      const install = newest(stage, live)
      if (install === null) throw noStoreYet()
      return textIds(install)
    },
    store: () => {
      const install = newest(stage, live)
      return install === null ? 'no store yet' : (install.storeCode ?? String(install.storeId))
    },
    pages: () => [{ name: 'Store admin', url: live.target.adminUrl.href }, ...liveStorefront(newest(stage, live))],
  }
}

function liveStorefront(install: Install | null): PageLink[] {
  const url = install && URL.parse(`https://${install.storeDomain}/`)
  return url?.host === install?.storeDomain && url ? [{ name: 'Storefront', url: url.href }] : []
}

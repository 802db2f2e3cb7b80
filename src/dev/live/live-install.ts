import type { Credentials } from '../../credentials/credentials.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import { installedEvent } from '../events/dev-event.ts'
import { tellMissingScopes } from '../installs/consent.ts'
import { textIds } from '../installs/place.ts'
import { whyNotHeld } from '../installs/token-standing.ts'
import { aborted, type Milestone } from '../milestone.ts'
import type { Stage } from '../stage.ts'
import { noStoreYet, type TargetActions } from '../target-actions.ts'
import { tokenOf } from './live-client.ts'
import { newestOrder } from './newest-order.ts'
import { verifyInstall } from './verify-install.ts'

export interface LiveInstall {
  readonly target: Target
  readonly credentials: Credentials
  /** Where a developer's browser starts: the app's own way in, at its public address. */
  readonly startUrl: string
  /** Reached when an exchange of the app has gone through. */
  readonly installed: Milestone
  /** Called when the owner's install begins. */
  readonly onBegun?: () => void
}

/** There the owner decides, in a browser. */
const INSTALL_AGAIN = 'app install --target live'

/**
 * Gets the app installed: where it is on record, the token is tried; else the owner decides in the browser. Resolves when the app has its token, as far as it can be
 * seen from here.
 */
export async function ensureLiveInstalled(stage: Stage, live: LiveInstall): Promise<void> {
  const { options, emit } = stage
  const known = newest(stage, live)
  if (known === null || options.reinstall) return makeInstall(stage, live)
  const why = whyNotHeld(known, options.project.dir)
  if (why !== null) {
    emit({ event: 'notice', text: `Installing through the app: ${why}.` })
    return makeInstall(stage, live)
  }
  emit(installedEvent(known, { keptIn: null, already: true }))
  tellMissingScopes(stage, { ...known, next: INSTALL_AGAIN })
  const token = await tokenOf(live.credentials, known)
  if (token === null) {
    const text = 'The token of this install is not kept here, so it cannot be tried. `i` installs again.'
    return emit({ event: 'notice', text })
  }
  await verifyInstall(stage, { target: live.target, token, install: known, isKept: true })
}

async function makeInstall(stage: Stage, live: LiveInstall): Promise<void> {
  await openStart(stage, live)
  await Promise.race([live.installed.reached, aborted(stage.signal)])
}

async function openStart({ tools, emit }: Stage, { startUrl, onBegun }: LiveInstall): Promise<void> {
  onBegun?.()
  const opened = await tools.openBrowser(startUrl)
  emit({ event: 'install-address', url: startUrl, opened, isSingleUse: false })
}

function newest({ tools, options }: Stage, { target }: Pick<LiveInstall, 'target'>): Install | null {
  const app = { identity: target.identity, appKey: options.project.config.key }
  return withInstalls(tools.paths, (installs) => installs.list(app).at(-1) ?? null)
}

/** What the keys do on the live platform: the owner installs, and the real store admin opens. */
export function livePlace(stage: Stage, live: LiveInstall): TargetActions {
  return {
    install: () => openStart(stage, live),
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
  }
}

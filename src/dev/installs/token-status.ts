import { existsSync, realpathSync } from 'node:fs'

import type { TokenUse } from '../../gateway/calls/call-writer.ts'
import type { TokenScope } from '../../gateway/calls/token-watch.ts'
import {
  withInstalls,
  type AppIdentity,
  type Install,
  type Installs,
  type TokenStatus,
} from '../../project/installs.ts'
import type { DevContext } from '../context.ts'
import type { InstallWatch } from './install-watch.ts'
import { placeKey } from './place.ts'

export interface TokenStatuses {
  /** Records one call of the app. */
  readonly see: (use: TokenUse) => void
  /** Resets the token's status after the app exchanged a code for this store and region. */
  readonly renew: (place: Pick<Install, 'storeId' | 'regionId'>) => void
}

/**
 * Records in the install whether the platform accepts the app's token, on each change, and forwards it to the install watch, which reports
 * it. With a rejected token the app can do nothing until it is reinstalled. A failed write does not affect the app's call.
 */
export function watchTokens(
  { tools, options }: Pick<DevContext, 'tools' | 'options'>,
  app: AppIdentity,
  watch: Pick<InstallWatch, 'rejected' | 'accepted' | 'renewed'>,
): TokenStatuses {
  const known = new Map<string, boolean>()
  const renewedAt = new Map<string, number>()
  const change = (installs: Installs, install: Install, isAccepted: boolean) => {
    known.set(placeKey(install), isAccepted)
    if (isAccepted)
      return installs.setTokenStatus(install, { holder: 'app', holderDir: realpathSync(options.project.dir) })
    const { holder, holderDir } = install
    installs.setTokenStatus(install, { holder, holderDir, refusedAt: tools.now().toISOString() })
    watch.rejected(install)
  }
  return {
    see: (use) => {
      const { scope, isAccepted, begunAt, isPinned } = use
      if (isAccepted && scope !== null) watch.accepted(placeIn(scope))
      if (isUnclear(use) || (scope !== null && known.get(placeKey(scope)) === isAccepted)) return
      try {
        withInstalls(tools.paths, (installs) => {
          for (const install of installs.list(app)) {
            const place = placeKey(install)
            // For a whole-store token, a 401 may concern only the region of the call.
            const isPossible = known.get(place) === undefined && !(isPinned && install.regionId === null)
            const isMeant = scope === null ? isPossible : place === placeKey(scope)
            // A call that was in flight during a reinstall used the earlier token.
            const isOfNow = begunAt.getTime() >= (renewedAt.get(place) ?? 0)
            if (isMeant && isOfNow) change(installs, install, isAccepted)
          }
        })
      } catch {
        // The next call retries.
      }
    },
    renew: (place) => {
      known.delete(placeKey(place))
      renewedAt.set(placeKey(place), tools.now().getTime())
      watch.renewed(place)
    },
  }
}

/**
 * Returns whether a response proves nothing: for a whole-store token a 401 may concern the region, and an unknown token may be no saved one.
 */
function isUnclear({ scope, isAccepted, isPinned }: TokenUse): boolean {
  if (scope === null) return isAccepted
  return !isAccepted && isPinned && scope.regionId === null
}

/** Converts the ids of a known token to numbers. */
function placeIn({ storeId, regionId }: TokenScope): Pick<Install, 'storeId' | 'regionId'> {
  return { storeId: Number(storeId), regionId: regionId === null ? null : Number(regionId) }
}

/** Returns why the app in this folder must be installed through itself despite a saved install, or null. */
export function whyNotHeld({ holder, holderDir, refusedAt }: TokenStatus, dir: string): string | null {
  if (refusedAt !== undefined) return "the platform rejected the app's last call with 401, so its token is invalid"
  const isElsewhere = holderDir !== undefined && existsSync(holderDir) && holderDir !== realpathSync(dir)
  if (holder === 'app' && isElsewhere) return `the app in ${holderDir} has this install's token`
  return holder === 'cli' ? 'this tool exchanged the code, so the app does not have the token' : null
}

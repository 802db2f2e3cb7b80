import { existsSync, realpathSync } from 'node:fs'

import type { TokenUse } from '../../gateway/calls/call-writer.ts'
import type { TokenScope } from '../../gateway/calls/token-watch.ts'
import {
  withInstalls,
  type AppIdentity,
  type Install,
  type Installs,
  type TokenStanding,
} from '../../project/installs.ts'
import type { Stage } from '../stage.ts'
import type { InstallWatch } from './install-watch.ts'
import { placeKey } from './place.ts'

export interface TokenStandings {
  /** Looks at one call of the app. */
  readonly see: (use: TokenUse) => void
  /** The app has exchanged a code for this place: what was known of its token is over. */
  readonly renew: (place: Pick<Install, 'storeId' | 'regionId'>) => void
}

/**
 * Writes into the record of an install whether the platform still takes the app's token, each time that this changes, and hands it on to the watch of the installs,
 * which tells it: nothing that the app does is done until it is installed again. A failure to write the record does not affect the app's call.
 */
export function watchTokens(
  { tools, options }: Pick<Stage, 'tools' | 'options'>,
  app: AppIdentity,
  watch: Pick<InstallWatch, 'rejected' | 'accepted' | 'renewed'>,
): TokenStandings {
  const known = new Map<string, boolean>()
  const renewedAt = new Map<string, number>()
  const change = (installs: Installs, install: Install, isAccepted: boolean) => {
    known.set(placeKey(install), isAccepted)
    if (isAccepted) return installs.stand(install, { holder: 'app', holderDir: realpathSync(options.project.dir) })
    const { holder, holderDir } = install
    installs.stand(install, { holder, holderDir, refusedAt: tools.now().toISOString() })
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
            // Of a token for the whole store a 401 may be about the region that was named.
            const isPossible = known.get(place) === undefined && !(isPinned && install.regionId === null)
            const isMeant = scope === null ? isPossible : place === placeKey(scope)
            // A call that was on its way while the app was installed again carried the earlier token.
            const isOfNow = begunAt.getTime() >= (renewedAt.get(place) ?? 0)
            if (isMeant && isOfNow) change(installs, install, isAccepted)
          }
        })
      } catch {
        // The next call tries again.
      }
    },
    renew: (place) => {
      known.delete(placeKey(place))
      renewedAt.set(placeKey(place), tools.now().getTime())
      watch.renewed(place)
    },
  }
}

/** Of a token for the whole store a 401 may be about the region that was named; an unknown token that is taken says nothing of those on record. */
function isUnclear({ scope, isAccepted, isPinned }: TokenUse): boolean {
  if (scope === null) return isAccepted
  return !isAccepted && isPinned && scope.regionId === null
}

/** A token that is known has a place in numbers. */
function placeIn({ storeId, regionId }: TokenScope): Pick<Install, 'storeId' | 'regionId'> {
  return { storeId: Number(storeId), regionId: regionId === null ? null : Number(regionId) }
}

/** Why the app in this folder has to be installed through itself although an install is on record; null without a reason. */
export function whyNotHeld({ holder, holderDir, refusedAt }: TokenStanding, dir: string): string | null {
  if (refusedAt !== undefined) return "the platform rejected the app's last call with 401, so its token is dead"
  const isElsewhere = holderDir !== undefined && existsSync(holderDir) && holderDir !== realpathSync(dir)
  if (holder === 'app' && isElsewhere) return `the app in ${holderDir} has its token`
  return holder === 'cli' ? '`app install` exchanged the code, so the app does not have the token' : null
}

import type { KeyObject } from 'node:crypto'

import { defectiveToken, type EmbedDefect } from '../../protocol/embed-defect.ts'
import type { EmbedPayload, InstallScope } from '../../protocol/embed-payload.ts'
import { EMBED_LIFETIME_SECONDS, signEmbedToken } from '../../protocol/embed-token.ts'
import type { PanelPlace } from './panel-place.ts'

export interface PanelToken {
  readonly key: KeyObject
  readonly appKey: string
  readonly place: PanelPlace
  readonly scope: InstallScope
  readonly now: Date
  /** Null for a valid token. */
  readonly defect: EmbedDefect | null
}

/** Creates an embed token as the platform would issue it, or with exactly one defect. */
export function panelToken({ key, appKey, place, scope, now, defect }: PanelToken): string {
  const Iat = Math.floor(now.getTime() / 1000)
  const payload: EmbedPayload = {
    V: 1,
    AppKey: appKey,
    StoreId: place.storeId,
    RegionId: place.regionId,
    StoreCode: place.storeCode,
    Iat,
    Exp: Iat + EMBED_LIFETIME_SECONDS,
    Scope: scope,
  }
  return defect === null ? signEmbedToken({ key, payload }) : defectiveToken({ key, payload, defect })
}

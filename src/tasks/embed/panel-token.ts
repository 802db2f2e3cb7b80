import type { KeyObject } from 'node:crypto'

import type { EmbedPayload, InstallScope } from '../../protocol/embed-payload.ts'
import { EMBED_LIFETIME_SECONDS, EMBED_SKEW_SECONDS, signEmbedToken } from '../../protocol/embed-token.ts'
import type { PanelPlace } from './panel-place.ts'

/** What may be wrong with a token on purpose: each gives the code `embed_token_<defect>`. */
export const embedDefects = ['malformed', 'bad_signature', 'other_app', 'expired', 'not_yet_valid'] as const

export type EmbedDefect = (typeof embedDefects)[number]

export interface PanelToken {
  readonly key: KeyObject
  readonly appKey: string
  readonly place: PanelPlace
  readonly scope: InstallScope
  readonly now: Date
  /** Null for a good one. */
  readonly defect: EmbedDefect | null
}

/** More than the clocks may differ. */
const FAR_SECONDS = EMBED_LIFETIME_SECONDS + EMBED_SKEW_SECONDS + 420

const shifts: Readonly<Partial<Record<EmbedDefect, number>>> = { expired: -FAR_SECONDS, not_yet_valid: FAR_SECONDS }

/** An embed token as the platform would issue it, or with one defect and no other. */
export function panelToken({ key, appKey, place, scope, now, defect }: PanelToken): string {
  const Iat = Math.floor(now.getTime() / 1000) + (defect === null ? 0 : (shifts[defect] ?? 0))
  const payload: EmbedPayload = {
    V: 1,
    AppKey: defect === 'other_app' ? 'app.example.other' : appKey,
    StoreId: place.storeId,
    RegionId: place.regionId,
    StoreCode: place.storeCode,
    Iat,
    Exp: Iat + EMBED_LIFETIME_SECONDS,
    Scope: scope,
  }
  const token = signEmbedToken({ key, payload })
  if (defect === 'malformed') return token.replace('.', '')
  return defect === 'bad_signature' ? withOtherSignature(token) : token
}

function withOtherSignature(token: string): string {
  return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
}

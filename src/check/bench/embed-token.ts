import { createHmac } from 'node:crypto'

import type { AppConfig } from '../../project/app-config.ts'
import { resolveSlotPath } from '../../protocol/manifest-slots.ts'
import type { Place } from './place.ts'

export interface EmbedTokenToMake {
  /** Members of the payload that are otherwise than the platform would write them; undefined leaves one out. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** Instead of the payload's JSON. */
  readonly json?: string
  /** Instead of the app's own. */
  readonly secret?: string | Uint8Array
  /** Seconds ago that it was issued. */
  readonly ageSeconds?: number
}

export interface TokenPlace {
  readonly appKey: string
  readonly secret: string
  /** Unix seconds. */
  readonly now: number
  readonly place: Place
}

const LIFETIME_SECONDS = 120

/** An embed token as the platform issues it for a place, but for what is asked to be otherwise. */
export function makeEmbedToken({ appKey, secret, now, place }: TokenPlace, given: EmbedTokenToMake = {}): string {
  const { store, installRegionId } = place
  const issuedAt = now - (given.ageSeconds ?? 0)
  const payload = {
    V: 1,
    AppKey: appKey,
    StoreId: store.id,
    RegionId: installRegionId,
    StoreCode: store.code,
    Iat: issuedAt,
    Exp: issuedAt + LIFETIME_SECONDS,
    Scope: installRegionId === null ? 'store' : 'region',
    ...given.payload,
  }
  const text = Buffer.from(given.json ?? JSON.stringify(payload)).toString('base64url')
  return `${text}.${signEmbedText(given.secret ?? secret, text)}`
}

/** The signature over the first part of a token, as it stands in it. */
export function signEmbedText(secret: string | Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(`service-embed-v1\n${text}`).digest('hex')
}

/** Half of a token's life: so many can be given out at once for one place. */
const MOST_AGES = 60

/** Answers how many seconds ago a token of a place is to be issued, so that no two are of the same second. */
export function createUnusedAges(): (place: Place, now: number) => number {
  const used = new Set<string>()
  return ({ store, installRegionId }, now) => {
    for (let age = 0; age < MOST_AGES; age += 1) {
      const second = `${store.id}/${installRegionId}/${now - age}`
      if (used.has(second)) continue
      used.add(second)
      return age
    }
    return 0
  }
}

/** A page of the app that the store admin or the storefront frames. */
export interface SlotPage {
  readonly type: string
  readonly url: URL
}

/** The slots of app.toml under the registered address; the platform drops what leads nowhere. */
export function slotPages({ manifest }: AppConfig, appUrl: string): readonly SlotPage[] {
  return (manifest?.slots ?? []).flatMap(({ type, path }) => {
    const url = resolveSlotPath(new URL(appUrl), path)
    return url === null ? [] : [{ type, url }]
  })
}

/** Where the store admin opens the panel, with a token or without one. */
export function panelUrl(slots: readonly SlotPage[], appUrl: string, token: string | null): URL {
  const url = new URL(slots.find(({ type }) => type === 'fullpage')?.url ?? appUrl)
  if (token !== null) url.searchParams.append('embed_token', token)
  return url
}

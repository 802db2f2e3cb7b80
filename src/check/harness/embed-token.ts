import { createHmac } from 'node:crypto'

import type { AppConfig } from '../../project/app-config.ts'
import { resolveSlotPath } from '../../protocol/manifest-slots.ts'
import { CannotJudge } from '../cannot-judge.ts'
import type { InstallPlace } from './install-place.ts'

export interface EmbedTokenToMake {
  /** Payload members that differ from those of the platform; undefined leaves a member out. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** Text to sign instead of the payload's JSON. */
  readonly json?: string
  /** Secret to sign with instead of the app's own. */
  readonly secret?: string | Uint8Array
  /** Age of the token in seconds. */
  readonly ageSeconds?: number
}

export interface TokenFacts {
  readonly appKey: string
  readonly secret: string
  /** Current time in Unix seconds. */
  readonly now: number
  readonly place: InstallPlace
}

const LIFETIME_SECONDS = 120

/** Creates an embed token as the platform issues it for a store and region, except for the given changes. */
export function makeEmbedToken({ appKey, secret, now, place }: TokenFacts, given: EmbedTokenToMake = {}): string {
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

/** Returns the signature over the first part of a token, as the token contains it. */
export function signEmbedText(secret: string | Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(`service-embed-v1\n${text}`).digest('hex')
}

/** Half of a token's lifetime. This many tokens can be issued together for one store and region. */
const MOST_AGES = 60

/**
 * Returns a function that picks the age in seconds of the next token of a store and region, so that no two share a second. Throws
 * `CannotJudge` if none is left: an app that accepts each token once would reject the next one, which shows nothing about its panel.
 */
export function createUnusedAges(): (place: InstallPlace, now: number) => number {
  const used = new Set<string>()
  return ({ store, installRegionId }, now) => {
    for (let age = 0; age < MOST_AGES; age += 1) {
      const second = `${store.id}/${installRegionId}/${now - age}`
      if (used.has(second)) continue
      used.add(second)
      return age
    }
    throw new CannotJudge('the panel was opened too often within a minute')
  }
}

/** A page of the app that the store admin or the storefront frames. */
export interface SlotPage {
  readonly type: string
  readonly url: URL
}

/** Returns the slots of app.toml under the registered URL. The platform drops those without a target. */
export function slotPages({ manifest }: AppConfig, appUrl: string): readonly SlotPage[] {
  return (manifest?.slots ?? []).flatMap(({ type, path }) => {
    const url = resolveSlotPath(new URL(appUrl), path)
    return url === null ? [] : [{ type, url }]
  })
}

/** Returns the URL at which the store admin opens the panel, with or without a token. */
export function panelUrl(slots: readonly SlotPage[], appUrl: string, token: string | null): URL {
  const url = new URL(slots.find(({ type }) => type === 'fullpage')?.url ?? appUrl)
  if (token !== null) url.searchParams.append('embed_token', token)
  return url
}

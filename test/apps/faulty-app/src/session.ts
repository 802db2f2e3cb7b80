import { randomBytes } from 'node:crypto'

import type { Identity } from './embed.ts'
import { faulty, otherwise } from './faulty.ts'
import type { Visit } from './http.ts'
import { readSigned, signText, type Keys } from './keys.ts'

const LIFETIME_MS = 60 * 60_000

/** One cookie for each store and region, so that two panels in one browser stay apart. */
function cookieName({ storeId, regionId }: Pick<Identity, 'storeId' | 'regionId'>): string {
  return `${otherwise('other-cookie-name') ? '__Host-c' : 'panel'}_${storeId}_${regionId ?? 'all'}`
}

/** The Set-Cookie line of a new session, as a panel in a foreign frame needs it. */
export function sessionCookie(keys: Keys, identity: Identity): string {
  const flags = [
    faulty('session-script') ? '' : '; HttpOnly',
    faulty('session-insecure') ? '' : '; Secure',
    faulty('session-lax')
      ? '; SameSite=Lax'
      : faulty('session-strict')
        ? '; SameSite=Strict'
        : faulty('session-no-samesite')
          ? ''
          : '; SameSite=None',
    faulty('session-path') ? '; Path=/panel' : '; Path=/',
    otherwise('cookie-lifetime') ? '; Max-Age=600; Partitioned; Priority=High' : '; Partitioned',
  ]
  const name = faulty('session-readable') ? 'panel_who' : cookieName(identity)
  return `${name}=${sessionText(keys, identity)}${flags.join('')}`
}

function sessionText(keys: Keys, identity: Identity): string {
  const value = { ...identity, until: Date.now() + LIFETIME_MS, id: randomBytes(8).toString('hex') }
  if (faulty('session-readable')) return `${identity.storeId}-${identity.regionId ?? 'all'}`
  if (faulty('session-unsigned'))
    return Buffer.from(JSON.stringify({ ...identity, until: value.until })).toString('base64url')
  return signText(keys.session, value)
}

/** Any session that the visitor brings along. */
export function anySession(keys: Keys, { cookies }: Visit): Identity | null {
  const text = [...cookies].find(([name]) => name.startsWith('panel_'))?.[1]
  return text === undefined ? null : (readSigned(keys.session, text) as Identity | null)
}

/** Who the visitor's cookie of this store and region says that they are, or null. */
export function readSession(keys: Keys, visit: Visit, place: Pick<Identity, 'storeId' | 'regionId'>): Identity | null {
  const name = faulty('session-readable') ? 'panel_who' : cookieName(place)
  const text = faulty('session-any-place')
    ? [...visit.cookies].find(([one]) => one.startsWith('panel_'))?.[1]
    : visit.cookies.get(name)
  if (text === undefined) return null
  if (faulty('session-readable')) return readReadable(text)
  const value = faulty('session-unsigned') ? readUnsigned(text) : readSigned(keys.session, text)
  // Signed by this app: it is what sessionText wrote.
  const session = value as (Identity & { readonly until: number }) | null
  if (session === null || session.until < Date.now()) return null
  if (faulty('session-any-place')) return { ...session, ...place }
  return cookieName(session) === name ? session : null
}

function readReadable(text: string): Identity | null {
  const [, store, region] = /^(\d+)-(\d+|all)$/.exec(text) ?? []
  if (store === undefined) return null
  const regionId = region === 'all' ? null : Number(region)
  return { storeId: Number(store), regionId, scope: regionId === null ? 'store' : 'region' }
}

function readUnsigned(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown
  } catch {
    return null
  }
}

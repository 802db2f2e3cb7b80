import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

import type { PanelIdentity } from '../protocol/panel-install.ts'

/** How long a panel stays open before it must be opened again in the store admin. */
const SESSION_SECONDS = 60 * 60

export interface Session extends PanelIdentity {
  /** Unix seconds. */
  readonly expiresAt: number
}

/** One cookie for each store and region: two panels in one browser do not see each other's data. */
export function cookieName({ storeId, regionId }: PanelIdentity): string {
  return `panel_${storeId}_${regionId ?? 'all'}`
}

/** The session as a signed text. */
export function sealSession(key: KeyObject, identity: PanelIdentity, now: Date): string {
  const { storeId, regionId, scope } = identity
  const expiresAt = Math.floor(now.getTime() / 1000) + SESSION_SECONDS
  const payload = Buffer.from(JSON.stringify({ storeId, regionId, scope, expiresAt })).toString('base64url')
  return `${payload}.${sign(key, payload)}`
}

/** The identity in a cookie that this app has signed, with one of these keys, and that is still good, or null. */
export function openSession(keys: readonly KeyObject[], cookie: string, now: Date): Session | null {
  const [payload = '', signature = '', ...more] = cookie.split('.')
  if (more.length > 0 || !keys.some((key) => isSignedBy(key, payload, signature))) return null
  // Signed by this app, so it is what sealSession wrote.
  const session = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Session
  return session.expiresAt >= now.getTime() / 1000 ? session : null
}

/** What a form of this session carries: the cookie goes along with forms of other sites too, and this they cannot know. */
export function formToken(key: KeyObject, cookie: string): string {
  return sign(key, `form\n${cookie}`)
}

/** Whether a form came from a page of this session. */
export function isFormToken(keys: readonly KeyObject[], cookie: string, token: string): boolean {
  return keys.some((key) => isSignedBy(key, `form\n${cookie}`, token))
}

function isSignedBy(key: KeyObject, payload: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, payload))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function sign(key: KeyObject, payload: string): string {
  return createHmac('sha256', key).update(payload).digest('hex')
}

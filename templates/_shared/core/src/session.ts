import { decodeBase64url, encodeBase64url } from './protocol/base64url.ts'
import type { PanelIdentity } from './protocol/panel-install.ts'
import { hmacSha256, isHmac, type WebKey } from './protocol/web/hmac.ts'

/** How long a panel stays open before it must be opened again in the store admin. */
const SESSION_SECONDS = 60 * 60

interface Session extends PanelIdentity {
  /** Unix seconds. */
  readonly expiresAt: number
}

/** One cookie for each store and region: two panels in one browser do not see each other's data. */
export function cookieName({ storeId, regionId }: Pick<PanelIdentity, 'storeId' | 'regionId'>): string {
  return `panel_${storeId}_${regionId ?? 'all'}`
}

/** The session as a signed text. */
export async function sealSession(key: WebKey, identity: PanelIdentity, now: Date): Promise<string> {
  const { storeId, regionId, scope } = identity
  const session: Session = { storeId, regionId, scope, expiresAt: Math.floor(now.getTime() / 1000) + SESSION_SECONDS }
  const payload = encodeBase64url(new TextEncoder().encode(JSON.stringify(session)))
  return `${payload}.${encodeBase64url(await hmacSha256(key, [`session\n${payload}`]))}`
}

/** The identity in a cookie that this app has signed and that is still good, or null. */
export async function openSession(key: WebKey, cookie: string, now: Date): Promise<PanelIdentity | null> {
  const [payload = '', signature = '', ...more] = cookie.split('.')
  const [bytes, given] = [decodeBase64url(payload), decodeBase64url(signature)]
  if (more.length > 0 || bytes === null || given === null) return null
  if (!(await isHmac(key, given, [`session\n${payload}`]))) return null
  // Signed by this app, so it is what sealSession wrote.
  const session = JSON.parse(new TextDecoder().decode(bytes)) as Session
  return session.expiresAt >= now.getTime() / 1000 ? session : null
}

/** What a form of this session carries: the cookie goes along with forms of other sites too, and this they cannot know. */
export async function formToken(key: WebKey, cookie: string): Promise<string> {
  return encodeBase64url(await hmacSha256(key, [`form\n${cookie}`]))
}

/** Whether a form came from a page of this session. */
export async function isFormToken(key: WebKey, cookie: string, token: string): Promise<boolean> {
  const given = decodeBase64url(token)
  return given !== null && (await isHmac(key, given, [`form\n${cookie}`]))
}

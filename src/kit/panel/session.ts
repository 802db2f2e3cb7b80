import { decodeBase64url, encodeBase64url } from '../../protocol/base64url.ts'
import type { PanelIdentity } from '../../protocol/panel-install.ts'
import { hmacSha256, isHmac } from '../../protocol/web/hmac.ts'
import type { Ring } from '../keys.ts'

/** How long a panel stays open before it must be opened again in the store admin. */
const SESSION_SECONDS = 60 * 60

interface Session extends PanelIdentity {
  /** Expiry in Unix seconds. */
  readonly expiresAt: number
}

/** Returns a cookie name per store and region, so that two panels in one browser do not see each other's data. */
export function cookieName({ storeId, regionId }: Pick<PanelIdentity, 'storeId' | 'regionId'>): string {
  return `panel_${storeId}_${regionId ?? 'all'}`
}

/** A session is in a cookie, or in the memory of a page that sends it as a header. Neither is valid as the other. */
type Carrier = 'cookie' | 'header'

const LABELS: Readonly<Record<Carrier, string>> = { cookie: 'session', header: 'header session' }

/** Returns the session as a signed text. */
export async function sealSession(
  [key]: Ring,
  { identity, now, by = 'cookie' }: { readonly identity: PanelIdentity; readonly now: Date; readonly by?: Carrier },
): Promise<string> {
  const { storeId, regionId, scope } = identity
  const session: Session = { storeId, regionId, scope, expiresAt: Math.floor(now.getTime() / 1000) + SESSION_SECONDS }
  const payload = encodeBase64url(new TextEncoder().encode(JSON.stringify(session)))
  return `${payload}.${encodeBase64url(await hmacSha256(key, [`${LABELS[by]}\n${payload}`]))}`
}

/** Returns the identity in an unexpired text that this app has signed. */
export async function openSession(
  keys: Ring,
  { text, now, by = 'cookie' }: { readonly text: string; readonly now: Date; readonly by?: Carrier },
): Promise<PanelIdentity | null> {
  const [payload = '', signature = '', ...more] = text.split('.')
  const [bytes, given] = [decodeBase64url(payload), decodeBase64url(signature)]
  if (more.length > 0 || bytes === null || given === null) return null
  if (!(await isSigned(keys, given, `${LABELS[by]}\n${payload}`))) return null
  // This app signed it, so sealSession wrote it.
  const session = JSON.parse(new TextDecoder().decode(bytes)) as Session
  return session.expiresAt >= now.getTime() / 1000 ? session : null
}

/** Returns the form token of this session. Browsers also send the cookie with forms of other sites, which do not have the token. */
export async function formToken([key]: Ring, cookie: string): Promise<string> {
  return encodeBase64url(await hmacSha256(key, [`form\n${cookie}`]))
}

/** Returns whether a form is from a page of this session. */
export async function isFormToken(keys: Ring, cookie: string, token: string): Promise<boolean> {
  const given = decodeBase64url(token)
  return given !== null && isSigned(keys, given, `form\n${cookie}`)
}

async function isSigned(keys: Ring, signature: Uint8Array, text: string): Promise<boolean> {
  for (const key of keys) if (await isHmac(key, signature, [text])) return true
  return false
}

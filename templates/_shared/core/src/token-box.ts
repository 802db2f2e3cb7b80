import { decodeBase64url, encodeBase64url } from './protocol/base64url.ts'
import type { WebKey } from './protocol/web/hmac.ts'

const IV_BYTES = 12

export interface Box {
  readonly key: WebKey
  /** What the token belongs to; a token moved to another row does not open. */
  readonly owner: string
}

/** An access token, encrypted by AES-256-GCM, as text. */
export async function sealToken({ key, owner }: Box, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(algorithm(iv, owner), key, new TextEncoder().encode(token))
  return `${encodeBase64url(iv)}.${encodeBase64url(new Uint8Array(sealed))}`
}

/** The token again, or null when the key is another one or the text was changed. */
export async function openToken({ key, owner }: Box, sealed: string): Promise<string | null> {
  const [iv, bytes] = sealed.split('.').map(decodeBase64url)
  if (!iv || !bytes || iv.length !== IV_BYTES) return null
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, owner), key, bytes))
  } catch {
    return null
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, owner: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(owner) }
}

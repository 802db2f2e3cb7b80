import { decodeBase64url, encodeBase64url } from '../../protocol/base64url.ts'
import type { WebKey } from '../../protocol/web/hmac.ts'
import type { Ring } from '../keys.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Prefix of a sealed text. The templates before the kit wrote two forms without it, and both are still read. */
const MARK = 'k1.'

export interface Box {
  /** The first key seals, and any of them opens. */
  readonly keys: Ring
  /** Owner of the text. A text that was moved to another row does not open. */
  readonly owner: string
}

/** Encrypts a text with AES-256-GCM. */
export async function seal({ keys: [key], owner }: Box, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(algorithm(iv, owner), key, new TextEncoder().encode(text))
  return `${MARK}${encodeBase64url(iv)}.${encodeBase64url(new Uint8Array(sealed))}`
}

/** Decrypts a text. Null if it was sealed with another key, or was changed. */
export async function open({ keys, owner }: Box, sealed: string): Promise<string | null> {
  const parts = partsOf(sealed)
  if (parts === null) return null
  for (const key of keys) {
    const text = await openWith(key, owner, parts)
    if (text !== null) return text
  }
  return null
}

/** Returns whether the first key has sealed it, in the current form. */
export async function isCurrent({ keys: [key], owner }: Box, sealed: string): Promise<boolean> {
  return sealed.startsWith(MARK) && (await open({ keys: [key], owner }, sealed)) !== null
}

interface Parts {
  readonly iv: Uint8Array<ArrayBuffer>
  /** The encrypted bytes, then the tag. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

function partsOf(sealed: string): Parts | null {
  const [first = '', second] = sealed.replace(MARK, '').split('.')
  const [iv, bytes] = [decodeBase64url(first), decodeBase64url(second ?? '')]
  if (iv === null || bytes === null) return null
  if (second !== undefined) return iv.length === IV_BYTES ? { iv, bytes } : null
  // The template node stored iv, tag and bytes as one text.
  if (iv.length <= IV_BYTES + TAG_BYTES) return null
  const tag = iv.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const tagLast = new Uint8Array([...iv.subarray(IV_BYTES + TAG_BYTES), ...tag])
  return { iv: iv.slice(0, IV_BYTES), bytes: tagLast }
}

async function openWith(key: WebKey, owner: string, { iv, bytes }: Parts): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, owner), key, bytes))
  } catch {
    return null
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, owner: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(owner) }
}

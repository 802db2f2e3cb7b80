/** HMAC-SHA256 by WebCrypto, which Node, workerd, Bun and Deno all have. */
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const

/** A WebCrypto key, under any runtime's type name. */
export type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * Returns the HMAC key of a webhook signing secret: the UTF-8 bytes of its text, not the decoded
 * hex. Throws TypeError for an empty secret, because then anyone could sign.
 */
export async function signingKey(secret: string): Promise<WebKey> {
  if (secret === '') throw new TypeError('The signing secret is empty, so anyone could sign.')
  return hmacKey(new TextEncoder().encode(secret))
}

/** Creates a non-extractable key of these bytes that signs and verifies. */
export function hmacKey(bytes: Uint8Array<ArrayBuffer>): Promise<WebKey> {
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['sign', 'verify'])
}

/** Returns the HMAC-SHA256 of the parts in order. Text is encoded as UTF-8, bytes are used unchanged. */
export async function hmacSha256(key: WebKey, parts: readonly (string | Uint8Array)[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(ALGORITHM.name, key, joined(parts)))
}

/** Returns whether `hex` is the HMAC of the parts in lowercase hex. WebCrypto compares in constant time. */
export async function isHmacHex(key: WebKey, hex: string, parts: readonly (string | Uint8Array)[]): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(hex)) return false
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return isHmac(key, bytes, parts)
}

/** Returns whether these bytes are the HMAC of the parts. */
export function isHmac(key: WebKey, signature: Uint8Array, parts: readonly (string | Uint8Array)[]): Promise<boolean> {
  return crypto.subtle.verify(ALGORITHM.name, key, Uint8Array.from(signature), joined(parts))
}

function joined(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

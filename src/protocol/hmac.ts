import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

/** HMAC-SHA256 over the parts in order. Text is encoded as UTF-8, bytes are used unchanged. */
export function hmacSha256(key: KeyObject, parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/**
 * Whether `hex` spells exactly these bytes in lowercase hex, compared in constant time.
 * The shape is checked first: `Buffer.from` would ignore junk at the end, and `timingSafeEqual` throws on unequal lengths.
 */
export function isHexOf(bytes: Uint8Array, hex: string): boolean {
  if (hex.length !== bytes.length * 2 || !/^[0-9a-f]*$/.test(hex)) return false
  return timingSafeEqual(bytes, Buffer.from(hex, 'hex'))
}

/** The moment in whole Unix seconds, the unit of all timestamps that the platform signs. NaN for an invalid Date. */
export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

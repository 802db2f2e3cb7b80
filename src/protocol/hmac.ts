import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

/** Returns the HMAC-SHA256 of the parts in order. Text is encoded as UTF-8, bytes are used unchanged. */
export function hmacSha256(key: KeyObject, parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/**
 * Returns whether `hex` is exactly these bytes in lowercase hex, compared in constant time. The format is checked
 * first: `Buffer.from` would ignore invalid text at the end, and `timingSafeEqual` throws on unequal lengths.
 */
export function isHexOf(bytes: Uint8Array, hex: string): boolean {
  if (hex.length !== bytes.length * 2 || !/^[0-9a-f]*$/.test(hex)) return false
  return timingSafeEqual(bytes, Buffer.from(hex, 'hex'))
}

/** Converts a time to whole Unix seconds, the unit of all timestamps that the platform signs. NaN for an invalid Date. */
export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

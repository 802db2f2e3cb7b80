import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns whether an untrusted text is the secret. Digests have equal length, so that the time reveals neither the length nor the first difference (R15). */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

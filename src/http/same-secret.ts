import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a text from outside is the secret. Digests have one length, so that neither the length nor the first difference shows in the time (R15). */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

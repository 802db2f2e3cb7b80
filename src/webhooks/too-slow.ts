import { deliveryTimeoutMs } from '../catalog/limits.ts'

/** Time that the platform waits for the response to a delivery. */
export const platformWait = `${deliveryTimeoutMs / 1000} s`

/** Returns true if the platform has stopped waiting when such a response arrives, and ignores it. */
export function isTooSlow(ms: number): boolean {
  return ms > deliveryTimeoutMs
}

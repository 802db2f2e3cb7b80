import { deliveryTimeoutMs } from '../catalog/limits.ts'

/** How long the platform waits for the answer to a delivery. */
export const platformWait = `${deliveryTimeoutMs / 1000} s`

/** Whether the platform has stopped waiting by the time that such an answer is there, and counts it as none. */
export function isTooSlow(ms: number): boolean {
  return ms > deliveryTimeoutMs
}

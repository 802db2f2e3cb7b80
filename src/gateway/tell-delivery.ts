import type { DeliveryOutcome } from './delivery.ts'

/** Tells the listener what became of a delivery. The answer has been made, so that a listener which fails ends nothing. */
export function tellDelivery(listener: (outcome: DeliveryOutcome) => void, outcome: DeliveryOutcome): void {
  try {
    listener(outcome)
  } catch {
    // A journal that cannot be read now, for example.
  }
}

import type { DeliveryOutcome } from './delivery.ts'

/** Reports a delivery's outcome to the listener. The response was already sent, so a failing listener breaks nothing. */
export function reportDelivery(listener: (outcome: DeliveryOutcome) => void, outcome: DeliveryOutcome): void {
  try {
    listener(outcome)
  } catch {
    // For example, the journal cannot be read now.
  }
}

/** A booking request. The reference is the event id, so it is the same for the same shipment. */
export type Booking = { readonly reference: string; readonly orderId: number | null }

/**
 * Call your carrier's system here. Book a shipment and return its tracking number. If the reference is already booked, return the existing number. Throw if the
 * booking fails or the signal is aborted. This sample books nothing and derives a number from the reference.
 */
export async function bookAtCarrier({ reference }: Booking, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(reference))
  return `TEST${new DataView(digest).getBigUint64(0).toString().padStart(20, '0').slice(-12)}`
}

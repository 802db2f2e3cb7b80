/** What the carrier needs to know. The reference is the id of the event: the same for the same shipment. */
export type Booking = { readonly reference: string; readonly orderId: number | null }

/**
 * Put your carrier's own system here. It books a shipment and returns its tracking number, or that of the booking that the reference already has. Throw if it
 * fails or the signal is aborted. This one books nothing: it makes a number from the reference.
 */
export async function bookAtCarrier({ reference }: Booking, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(reference))
  return `TEST${new DataView(digest).getBigUint64(0).toString().padStart(20, '0').slice(-12)}`
}

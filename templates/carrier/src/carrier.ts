/** What the carrier's own system is asked for. */
export interface Booking {
  /** The same for the same shipment, so that asking twice books once. */
  readonly reference: string
  readonly storeId: number
  readonly orderId: number | null
}

/** The carrier's own system: **put yours here**. */
export interface Carrier {
  /** Books a shipment, or answers with the one that this reference already has. Throws when it cannot be reached. Whoever asked waits no longer than `signal`. */
  readonly book: (booking: Booking, signal: AbortSignal) => Promise<{ readonly trackingNumber: string }>
}

/** Stands in for a carrier: makes numbers up out of the reference, and sends nothing. */
export function madeUpCarrier(): Carrier {
  return {
    book: async ({ reference }) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(reference))
      const digits = new DataView(digest).getBigUint64(0).toString().padStart(20, '0')
      return { trackingNumber: `TEST${digits.slice(-12)}` }
    },
  }
}

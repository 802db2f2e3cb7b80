/** Kinds of provider records. Only the platform creates them, never an app (GEN-016, GEN-017). */
export const providerKinds = ['carrier', 'invoice', 'analytics', 'fulfillment'] as const

export type ProviderKind = (typeof providerKinds)[number]

export interface Provider {
  readonly id: number
  readonly kind: ProviderKind
  readonly name: string
  /** Key of the app that receives requests routed to this provider. */
  readonly appKey: string
}

export interface RoutedRequest {
  readonly eventId: string
  readonly topic: string
  readonly appKey: string
  /** Number of subscriptions that receive the event. */
  readonly deliveries: number
}

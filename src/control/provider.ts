/**
 * Providers as the control interface has them. A provider record is opened by the platform and never by an app (GEN-016, GEN-017).
 *
 *   GET    /providers                                {providers: Provider[]}
 *   POST   /providers             NewProvider        {provider: Provider}
 *   POST   /providers/{id}/requests ProviderRequest  {request: RoutedRequest}
 *   POST   /stores/{code}/orders/{id}/fulfillment {provider?} {request: RoutedRequest}  of the provider with this id, or the only one of its kind
 */

export const providerKinds = ['carrier', 'invoice', 'analytics', 'fulfillment'] as const

export type ProviderKind = (typeof providerKinds)[number]

export interface NewProvider {
  readonly kind: ProviderKind
  readonly name: string
  /** The app that sees what is routed to this provider. */
  readonly appKey: string
}

export interface Provider extends NewProvider {
  readonly id: number
}

export interface ProviderRequest {
  /** Code of the store that asks. */
  readonly store: string
  /** By id, code, country or currency; the home region when left out. */
  readonly region?: string
}

export interface RoutedRequest {
  readonly eventId: string
  readonly topic: string
  readonly appKey: string
  /** How many subscriptions it went to. */
  readonly deliveries: number
}

/** Fix for a problem. */
export interface Remedy {
  /** Command to run in another terminal. */
  readonly next: string
  /** Key in `app dev` that does the same, or null if there is none. */
  readonly key: string | null
}

/** An emulator event that no app was subscribed to. */
export interface UnsubscribedEvent {
  readonly event: 'unsubscribed'
  readonly topic: string
  readonly storeId: string
  readonly regionId: string | null
  readonly storeCode: string | null
  readonly regionCode: string | null
  /** Number of the event's order, or null if the event has none. */
  readonly orderNumber: string | null
  /** Whether the app is installed there but not subscribed to the topic. */
  readonly installed: boolean
  readonly remedy: Remedy
}

/** The app was uninstalled and the token is no longer valid. */
export interface UninstalledEvent {
  readonly event: 'uninstalled'
  readonly storeId: string
  readonly regionId: string | null
  readonly storeCode: string | null
  readonly regionCode: string | null
  readonly remedy: Remedy
}

/** The app's token is no longer valid although the app is installed. */
export interface TokenDeadEvent extends PlaceNames {
  readonly event: 'token-invalid'
  /** `replaced`: another install of the app revoked the token. `rejected`: the platform responds with 401. */
  readonly reason: 'replaced' | 'rejected'
  readonly remedy: Remedy
}

/** The platform accepts a token again that was reported as invalid. */
export interface TokenBackEvent extends PlaceNames {
  readonly event: 'token-restored'
}

/** A store and region by ids and codes. */
export interface PlaceNames {
  readonly storeId: string
  readonly regionId: string | null
  readonly storeCode: string | null
  readonly regionCode: string | null
}

/** The emulator no longer responds. Reported once. */
export interface EmulatorEndedEvent {
  readonly event: 'emulator-stopped'
  /** Command that restarts the emulator. */
  readonly next: string
}

/** The emulator responds again. */
export interface EmulatorBackEvent {
  readonly event: 'emulator-restarted'
  /** Change that requires a restart of `app dev`, or null if there is none. */
  readonly change: 'addresses' | 'data' | null
}

/** What repairs something. */
export interface Remedy {
  /** A command for another terminal. */
  readonly next: string
  /** The key of `app dev` that does the same; null where none does. */
  readonly key: string | null
}

/** An event of the emulator that no subscription of any app was for. */
export interface UnsubscribedEvent {
  readonly event: 'unsubscribed'
  readonly topic: string
  readonly storeId: string
  readonly regionId: string | null
  readonly storeCode: string | null
  readonly regionCode: string | null
  /** Of the order that the event is about; null where it names none. */
  readonly orderNumber: string | null
  /** Whether the app is installed there, with a subscription that lacks the topic. */
  readonly installed: boolean
  readonly remedy: Remedy
}

/** An install of the app is gone; its token no longer works. */
export interface UninstalledEvent {
  readonly event: 'uninstalled'
  readonly storeId: string
  readonly regionId: string | null
  readonly storeCode: string | null
  readonly regionCode: string | null
  readonly remedy: Remedy
}

/** The app's token no longer works although the app is installed there. */
export interface TokenDeadEvent extends PlaceNames {
  readonly event: 'token-invalid'
  /** `replaced`: somebody else installed the app there, which revoked it. `rejected`: the platform answers it with 401. */
  readonly reason: 'replaced' | 'rejected'
  readonly remedy: Remedy
}

/** The platform accepts a token again that was reported as dead. */
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

/** The emulator no longer answers. Reported once. */
export interface EmulatorEndedEvent {
  readonly event: 'emulator-stopped'
  /** The command that starts it again. */
  readonly next: string
}

/** An emulator answers again. */
export interface EmulatorBackEvent {
  readonly event: 'emulator-restarted'
  /** What is not as it was, so that `app dev` must be restarted; null when all is as before. */
  readonly change: 'addresses' | 'data' | null
}

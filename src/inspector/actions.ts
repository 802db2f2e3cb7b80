/**
 * Manual actions, supplied by the module that has the app and its secret. Each raises an AppError
 * if it fails.
 */
export interface InspectorActions {
  /** Resends a delivery to the app. */
  readonly replay: (id: number, mode: ReplayMode) => Promise<ActionAnswer>
  /** Sends a delivery with another body, signed again. */
  readonly edit: (id: number, body: Uint8Array) => Promise<ActionAnswer>
  /** Retries a dead letter as the schedule would. */
  readonly retry: (id: number) => Promise<ActionAnswer>
  /** Sends a test event. */
  readonly trigger: (event: TestEvent) => Promise<ActionAnswer>
  /**
   * Places an order as a customer would. Missing on the live platform and without `app dev`,
   * because no order can be placed there.
   */
  readonly placeOrder?: () => Promise<PlacedByHand>
}

export interface PlacedByHand {
  readonly orderNumber: string
  /** Store code, with the region code if known. */
  readonly store: string
  /** Result, as text. */
  readonly why: string
}

/** Modes of `app webhook replay`: signed again, as it arrived, or with another eventId. */
export type ReplayMode = 're-sign' | 'as-is' | 'new-event'

export const replayModes: readonly ReplayMode[] = ['re-sign', 'as-is', 'new-event']

export interface TestEvent {
  readonly topic: string
  /** `a.b=value` pairs. */
  readonly set: readonly string[]
}

/** The app's response. */
export interface ActionAnswer {
  readonly eventId: string | null
  /** HTTP status, or null without a response. */
  readonly status: number | null
  readonly ms: number
  readonly error: string | null
  readonly accepted: boolean
}

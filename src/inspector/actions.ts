/** What can be done by hand. Handed in by the part that knows the app and its secret; each raises an AppError where nothing could be done. */
export interface InspectorActions {
  /** Sends a delivery to the app again. */
  readonly replay: (id: number, mode: ReplayMode) => Promise<ActionAnswer>
  /** Sends other bytes in the place of a delivery's, signed again. */
  readonly edit: (id: number, body: Uint8Array) => Promise<ActionAnswer>
  /** Tries a delivery again that was given up, as the schedule would. */
  readonly retry: (id: number) => Promise<ActionAnswer>
  /** Sends a test event. */
  readonly trigger: (event: TestEvent) => Promise<ActionAnswer>
  /** Places an order as a customer would. Left out where nobody can: on the live platform, and without `app dev`. */
  readonly placeOrder?: () => Promise<PlacedByHand>
}

export interface PlacedByHand {
  readonly orderNumber: string
  /** Code of the store, and of the region where it is known. */
  readonly store: string
  /** In words: what it came to. */
  readonly why: string
}

/** As `app webhook replay` has them: signed again, as it arrived, or under another eventId. */
export type ReplayMode = 're-sign' | 'as-is' | 'new-event'

export const replayModes: readonly ReplayMode[] = ['re-sign', 'as-is', 'new-event']

export interface TestEvent {
  readonly topic: string
  /** `a.b=value` pairs. */
  readonly set: readonly string[]
}

/** What the app said. */
export interface ActionAnswer {
  readonly eventId: string | null
  /** Null when there was no answer. */
  readonly status: number | null
  readonly ms: number
  readonly error: string | null
  readonly isTaken: boolean
}

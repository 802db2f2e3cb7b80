/** What a person can do by hand. Passed in by the part that knows the app and its secret. Each raises an AppError where it could do nothing. */
export interface InspectorActions {
  /** Sends a delivery to the app again. */
  readonly replay: (id: number, mode: ReplayMode) => Promise<ActionAnswer>
  /** Sends other bytes in place of a delivery's body, signed again. */
  readonly edit: (id: number, body: Uint8Array) => Promise<ActionAnswer>
  /** Tries a dead letter again, as the schedule would. */
  readonly retry: (id: number) => Promise<ActionAnswer>
  /** Sends a test event. */
  readonly trigger: (event: TestEvent) => Promise<ActionAnswer>
  /** Places an order as a customer would. Left out on the live platform and without `app dev`, where no order can be placed. */
  readonly placeOrder?: () => Promise<PlacedByHand>
}

export interface PlacedByHand {
  readonly orderNumber: string
  /** Code of the store, and of the region where the region is known. */
  readonly store: string
  /** The result in words. */
  readonly why: string
}

/** The modes of `app webhook replay`: signed again, as it arrived, or under another eventId. */
export type ReplayMode = 're-sign' | 'as-is' | 'new-event'

export const replayModes: readonly ReplayMode[] = ['re-sign', 'as-is', 'new-event']

export interface TestEvent {
  readonly topic: string
  /** `a.b=value` pairs. */
  readonly set: readonly string[]
}

/** What the app answered. */
export interface ActionAnswer {
  readonly eventId: string | null
  /** Null when there was no answer. */
  readonly status: number | null
  readonly ms: number
  readonly error: string | null
  readonly accepted: boolean
}

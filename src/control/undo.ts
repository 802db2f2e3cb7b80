/** An operation that can be undone. */
export interface Step {
  /** Operation number. The latest operation has the highest number. */
  readonly id: number
  /** Summary text, such as `order placed in demo`. */
  readonly summary: string
  /** Time of the operation, ISO-8601 UTC on the machine's clock. */
  readonly at: string
  /** Ids of the events that the operation caused. */
  readonly events: readonly string[]
}

/** A delivery of an undone operation. It cannot be recalled from the app. */
export interface SentDelivery {
  readonly eventId: string
  readonly topic: string
  readonly appKey: string
  /**
   * `accepted`: the app accepted it, so it stays in the delivery list. `rejected`: the app rejected
   * it. `in-flight`: the result is not known yet.
   */
  readonly state: 'accepted' | 'rejected' | 'in-flight'
}

/** An app, store or install that an undo also removed because it was created after the operation. */
export interface Lost {
  /** App key, or null for a store. An entry with app key and store is an install. */
  readonly appKey: string | null
  readonly store: string | null
}

/** Result of an undo. */
export interface Undone {
  /** Undone operations, newest first. */
  readonly undone: readonly Step[]
  /** Deliveries that were already sent and cannot be recalled. */
  readonly sent: readonly SentDelivery[]
  readonly lost: readonly Lost[]
  /** Number of tokens that are no longer valid. Apps that hold them must be installed again. */
  readonly revokedTokens: number
  /** Number of operations that can still be undone. */
  readonly remaining: number
}

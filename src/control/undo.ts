/** An operation that can be taken back. */
export interface Step {
  /** They count up; the highest is the last one. */
  readonly id: number
  /** What was done, in words: `order placed in demo`. */
  readonly summary: string
  /** ISO-8601 UTC on the machine's clock. */
  readonly at: string
  /** Ids of the events that it made. */
  readonly events: readonly string[]
}

/** A delivery of an operation that was taken back. An app cannot be made to forget it. */
export interface SentDelivery {
  readonly eventId: string
  readonly topic: string
  readonly appKey: string
  /** `accepted` by the app, and so still in the queue's list; `rejected`; or `in-flight`, so that nobody knows yet. */
  readonly state: 'accepted' | 'rejected' | 'in-flight'
}

/** What an undo removed as well because it was set up after the operation, without being a step. */
export interface Lost {
  /** An install where both are there. */
  readonly appKey: string | null
  readonly store: string | null
}

/** What an undo has done. */
export interface Undone {
  /** The newest first. */
  readonly undone: readonly Step[]
  /** What was sent before and cannot be unsent. */
  readonly sent: readonly SentDelivery[]
  readonly lost: readonly Lost[]
  /** How many tokens are unknown to the platform again: apps that hold them have to be installed again. */
  readonly revokedTokens: number
  /** How many operations can still be taken back. */
  readonly remaining: number
}

/** Assumptions by id: the open question, the choice, and the command of the `Assumption`. */
export type Choices = Readonly<Record<string, readonly [open: string, choice: string, command?: string]>>

/** A question that the platform documents leave open or contradict themselves on, and the emulator's choice. */
export interface Assumption {
  /**
   * N: the documents label it as not shown. A: they are contradictory or unclear. B and C: they do
   * not mention it.
   */
  readonly id: string
  readonly question: string
  readonly choice: string
  /** Command that shows the alternative behavior, or does what the platform has no interface for. */
  readonly command?: string
  // Of the emulator; it takes the other reading.
  readonly setting?: string
}

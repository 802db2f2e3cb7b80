/** Assumptions by id: the open question, the choice, and the command of the `Assumption`. */
export type Choices = Readonly<Record<string, readonly [open: string, choice: string, command?: string]>>

/** A question that the platform documentation leaves open or contradicts itself on, and the emulator's choice. */
export interface Assumption {
  /**
   * N: the documentation labels it as not shown. A: it is contradictory or unclear. B and C: it is
   * not documented.
   */
  readonly id: string
  readonly question: string
  readonly choice: string
  /** Command that shows the alternative behavior, or does what the platform has no interface for. */
  readonly command?: string
  // Emulator setting that selects the alternative.
  readonly setting?: string
}

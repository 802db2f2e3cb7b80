/** What the documents leave open and what was chosen there, by ids; the command is that of an `Assumption`. */
export type Choices = Readonly<Record<string, readonly [open: string, choice: string, command?: string]>>

/** A place where the documents show nothing, contradict themselves or are silent, and what was chosen there. In our own words. */
export interface Assumption {
  /** N: labelled as not shown. A: contradictory or unclear. B and C: silent without saying so. */
  readonly id: string
  readonly question: string
  readonly choice: string
  /** The command that shows the other reading, or makes what the platform has no way for. */
  readonly command?: string
  // Of the emulator; it takes the other reading.
  readonly setting?: string
}

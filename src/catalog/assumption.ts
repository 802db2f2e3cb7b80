/** A place where the documents show nothing, contradict themselves or are silent, and what was chosen there. In our own words. */
export interface Choice {
  /** N: labelled as not shown. A: contradictory or unclear. B and C: silent without saying so. */
  readonly id: string
  readonly open: string
  readonly choice: string
  /** The command that shows the other reading, or makes what the platform has no way for. */
  readonly command?: string
}

/** A choice with the setting of the emulator that takes the other reading. */
export interface Assumption extends Choice {
  readonly setting?: string
}

/** The switches of the emulator. */
export interface SettingsAnswer {
  readonly settings: Readonly<Record<string, unknown>>
  readonly list: readonly Setting[]
}

export interface Setting {
  readonly name: string
  readonly value: unknown
  /** What it is at first. */
  readonly default: unknown
  /** What it may be, in words. */
  readonly values: string
  readonly about: string
  /** Id of the choice that it changes (`app emulator assumptions`); null for a convenience of the emulator's own. */
  readonly assumption: string | null
}

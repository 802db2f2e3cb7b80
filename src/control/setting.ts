/** The emulator's settings. */
export interface SettingsAnswer {
  readonly settings: Readonly<Record<string, unknown>>
  readonly list: readonly Setting[]
}

export interface Setting {
  readonly name: string
  readonly value: unknown
  readonly default: unknown
  /** Allowed values, as text. */
  readonly values: string
  readonly about: string
  /**
   * Id of the assumption that the setting changes (`app emulator assumptions`), or null for a
   * convenience setting.
   */
  readonly assumption: string | null
}

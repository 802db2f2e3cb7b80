/** The whole state of the emulator, put aside. */
export interface Snapshot {
  readonly name: string
  /** ISO-8601 UTC on the machine's clock. */
  readonly savedAt: string
  readonly apps: number
  readonly stores: number
  readonly bytes: number
}

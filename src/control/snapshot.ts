/** The whole state of the emulator, put aside. */
export interface Snapshot {
  readonly name: string
  /** ISO-8601 UTC on the machine's clock. */
  readonly savedAt: string
  readonly apps: number
  readonly stores: number
  readonly bytes: number
  /** The version of this tool that wrote it; null for one that did not say. */
  readonly version: string | null
  /** The versions of its databases; null for one that did not say. */
  readonly schema: { readonly registry: number; readonly store: number } | null
}

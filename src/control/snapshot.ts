/** A saved copy of the emulator's whole state. */
export interface Snapshot {
  readonly name: string
  /** Save time, ISO-8601 UTC on the machine's clock. */
  readonly savedAt: string
  readonly apps: number
  readonly stores: number
  readonly bytes: number
  /** svcapp version that wrote the snapshot, or null if not recorded. */
  readonly version: string | null
  /** Schema versions of the databases, or null if not recorded. */
  readonly schema: { readonly registry: number; readonly store: number } | null
}

/** One finding in a manifest. */
export interface ManifestNote {
  /** The field, for example `slots[1].path`; empty for the manifest as a whole. */
  readonly path: string
  /** Stable, for programs. */
  readonly code: string
  /** A sentence, for people. */
  readonly message: string
}

/** Whether a value is a JSON object, neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A finding in a manifest. */
export interface ManifestNote {
  /** Field, such as `slots[1].path`. Empty for the whole manifest. */
  readonly path: string
  /** Stable code for scripts. */
  readonly code: string
  /** Message, as a sentence. */
  readonly message: string
}

/** Returns whether a value is a JSON object, neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

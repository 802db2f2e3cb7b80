/** The platform said no, or nothing at all (`status` 0). */
export class PlatformError extends Error {
  readonly status: number
  /** How long the platform asks to wait; null where it names no time. */
  readonly waitSeconds: number | null

  constructor(status: number, message: string, waitSeconds: number | null = null) {
    super(message)
    this.status = status
    this.waitSeconds = waitSeconds
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 402 || this.status === 429 || this.status >= 500
  }
}

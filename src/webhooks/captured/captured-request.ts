import type { ReadHeaders } from '../verify/read-headers.ts'

/** A webhook request as a tool outside of this one wrote it down. */
export interface CapturedRequest {
  readonly headers: ReadHeaders
  readonly body: Uint8Array
  /** When it was received; null where the capture does not say. */
  readonly at: Date | null
}

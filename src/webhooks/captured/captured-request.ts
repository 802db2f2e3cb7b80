import type { ReadHeaders } from '../verify/read-headers.ts'

/** A webhook request as captured by another tool. */
export interface CapturedRequest {
  readonly headers: ReadHeaders
  readonly body: Uint8Array
  /** Time of receipt; null if the capture does not contain it. */
  readonly at: Date | null
}

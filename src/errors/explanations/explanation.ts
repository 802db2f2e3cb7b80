import type { Advice } from '../advice.ts'
import type { ErrorCode } from '../codes.ts'

/** What `app explain` says beside the meaning and the exit, which the table of codes has. Commands stand in backticks and can be pasted. */
export interface CodeExplanation {
  /** The usual ones, the most frequent first. */
  readonly causes: readonly string[]
  /** Only where it shows more than the message. */
  readonly example?: {
    readonly run: string
    /** What comes of it. */
    readonly result: string
  }
  /** Only where it says more than the message. */
  readonly check?: readonly Advice[]
  readonly fix: readonly Advice[]
}

/** All codes of one area: a code without an explanation does not compile. */
export type Explained<Area extends string> = Readonly<Record<Extract<ErrorCode, `${Area}.${string}`>, CodeExplanation>>

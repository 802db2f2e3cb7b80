import type { Advice } from '../advice.ts'
import type { ErrorCode } from '../codes.ts'

/** What `app explain` adds to the meaning and exit code in the table of codes. Commands are in backticks and can be pasted. */
export interface CodeExplanation {
  /** Common causes, most frequent first. */
  readonly causes: readonly string[]
  /** Set only if it shows more than the message. */
  readonly example?: {
    readonly run: string
    /** The command's output. */
    readonly result: string
  }
  /** Set only if it adds to the message. */
  readonly check?: readonly Advice[]
  readonly fix: readonly Advice[]
}

/** All codes of one area. A code without an explanation does not compile. */
export type Explained<Area extends string> = Readonly<Record<Extract<ErrorCode, `${Area}.${string}`>, CodeExplanation>>

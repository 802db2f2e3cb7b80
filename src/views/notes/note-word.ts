import type { Advice } from '../../errors/advice.ts'

/** Meaning of one word in a list, and what to do about it. */
export interface NoteWord {
  /** Text for the middle of a line: no capital, no full stop. */
  readonly says: string
  readonly fix: readonly Advice[]
}

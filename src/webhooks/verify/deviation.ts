import type { Recipe } from './recipe.ts'

/** What else is known here that a mistaken recipe might have used. */
export interface KnownFacts {
  /** Other secrets by the names that a person knows. Their values are tried and never shown. */
  readonly otherSecrets: readonly { readonly name: string; readonly secret: string }[]
  /** Codes of the stores that are known here. */
  readonly storeCodes: readonly string[]
}

/** One mistake, in the words in which it is shown. */
export interface Mistake {
  /** Stable, for scripts. */
  readonly id: string
  readonly part: 'body' | 'joining' | 'store' | 'key' | 'timestamp' | 'topic' | 'mac' | 'hash' | 'writing'
  /** What was done, after "signed …". */
  readonly what: string
  readonly remedy: string
}

/** One way to get it wrong. */
export interface Deviation extends Mistake {
  /** Null where it changes nothing or cannot be done with this delivery. */
  readonly apply: (recipe: Recipe) => Recipe | null
}

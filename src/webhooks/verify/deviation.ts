import type { Recipe } from './recipe.ts'

/** Other known values that a wrong recipe could have used. */
export interface KnownFacts {
  /** Other secrets, by names that the user knows. Their values are tried and never shown. */
  readonly otherSecrets: readonly { readonly name: string; readonly secret: string }[]
  /** Codes of known stores. */
  readonly storeCodes: readonly string[]
}

/** A signing mistake, as shown to the user. */
export interface Mistake {
  /** Stable id for scripts. */
  readonly id: string
  readonly part: 'body' | 'joining' | 'store' | 'key' | 'timestamp' | 'topic' | 'mac' | 'hash' | 'writing'
  /** The mistake, as a continuation of "signed …". */
  readonly what: string
  readonly remedy: string
}

/** A signing mistake that can be applied to a recipe. */
export interface Deviation extends Mistake {
  /** Returns the changed recipe, or null if nothing changes or the mistake does not apply to this delivery. */
  readonly apply: (recipe: Recipe) => Recipe | null
}

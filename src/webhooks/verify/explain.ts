import type { Buffer } from 'node:buffer'

import type { KnownFacts, Mistake } from './deviation.ts'
import { deviations } from './deviations.ts'
import { readSignature } from './read-signature.ts'
import { documentedRecipe, signBy, type Recipe } from './recipe.ts'

export interface MismatchFacts extends KnownFacts {
  /** The app's webhook signing secret. */
  readonly secret: string
  readonly topic: string
  readonly store: string
  readonly timestamp: string
  readonly body: Uint8Array
  /** What the recipe is looked for: the header's value, or what the app's own code computed. */
  readonly signature: string
}

/** A wrong recipe that gives exactly this signature: one mistake, and what shows by the signature itself. */
export interface Explanation {
  readonly deviations: readonly Mistake[]
}

/**
 * Which wrong recipe gives the signature, with one mistake; with another hash or another writing, which its length and letters tell.
 * Null when none does: then the body was changed in content, or the secret is one that is not known here. A match is proof, for nothing else gives
 * these bytes. Null too for the right signature.
 */
export function explainMismatch({ signature, otherSecrets, storeCodes, ...facts }: MismatchFacts): Explanation | null {
  const read = readSignature(signature)
  if (read === null) return null
  const { bytes, hash, mistakes } = read
  const start = { ...documentedRecipe({ ...facts, key: facts.secret }), hash }
  if (isSame(start, bytes)) return mistakes.length === 0 ? null : { deviations: mistakes }
  const found = deviations(facts.body, { otherSecrets, storeCodes }).find(({ apply }) => {
    const recipe = apply(start)
    return recipe !== null && isSame(recipe, bytes)
  })
  if (found === undefined) return null
  const { id, part, what, remedy } = found
  return { deviations: [{ id, part, what, remedy }, ...mistakes] }
}

/** Whether a signature is the documented one of these parts, in its documented writing. */
export function isDocumented({ signature, ...facts }: Omit<MismatchFacts, keyof KnownFacts>): boolean {
  return signBy(documentedRecipe({ ...facts, key: facts.secret })).toString('hex') === signature
}

function isSame(recipe: Recipe, digest: Buffer): boolean {
  return signBy(recipe).equals(digest)
}

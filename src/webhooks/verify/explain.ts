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
  /** Signature to find a recipe for: the header's value, or the one that the app's own code computed. */
  readonly signature: string
}

/** A wrong recipe that produces exactly this signature: one mistake, and those that the signature's form shows. */
export interface Explanation {
  readonly deviations: readonly Mistake[]
}

/**
 * Finds the wrong recipe with one mistake that produces the signature. Its length and letters also reveal
 * another hash or encoding. Null if none matches: then the content of the body was changed, or the secret is
 * unknown. A match is proof, because nothing else produces these bytes. Null too for the right signature.
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

/** Returns true if a signature is the documented one of these parts, in the documented encoding. */
export function isDocumented({ signature, ...facts }: Omit<MismatchFacts, keyof KnownFacts>): boolean {
  return signBy(documentedRecipe({ ...facts, key: facts.secret })).toString('hex') === signature
}

function isSame(recipe: Recipe, digest: Buffer): boolean {
  return signBy(recipe).equals(digest)
}

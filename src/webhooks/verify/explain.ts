import type { Buffer } from 'node:buffer'

import type { Deviation, KnownFacts, Mistake } from './deviation.ts'
import { deviations, rareDeviations } from './deviations.ts'
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

/** A wrong recipe that gives exactly this signature: one deviation, or two at once, and what shows by the signature itself. */
export interface Explanation {
  readonly deviations: readonly Mistake[]
}

/** Each of some four thousand tries hashes the body: above this many bytes only the common mistakes are tried, one at a time. */
const LARGE_BODY_BYTES = 32 * 1024

/**
 * Which wrong recipe gives the signature: single deviations first, then pairs of them; with another hash or another writing, which its length and letters tell.
 * Null when none does: then the body was changed in content, or the secret is one that is not known here. A match is proof, for nothing else gives
 * these bytes. Null too for the right signature.
 */
export function explainMismatch({ signature, otherSecrets, storeCodes, ...facts }: MismatchFacts): Explanation | null {
  const read = readSignature(signature)
  if (read === null) return null
  const { bytes, hash, mistakes } = read
  const start = { ...documentedRecipe({ ...facts, key: facts.secret }), hash }
  if (isSame(start, bytes)) return mistakes.length === 0 ? null : { deviations: mistakes }
  const found = findMistakes(start, bytes, deviations(facts.body, { otherSecrets, storeCodes }))
  return found === null ? null : { deviations: [...found.map(shown), ...mistakes] }
}

/** Whether a signature is the documented one of these parts, in its documented writing. */
export function isDocumented({ signature, ...facts }: Omit<MismatchFacts, keyof KnownFacts>): boolean {
  return signBy(documentedRecipe({ ...facts, key: facts.secret })).toString('hex') === signature
}

function findMistakes(start: Recipe, digest: Buffer, all: readonly Deviation[]): readonly Deviation[] | null {
  const isLarge = start.body.byteLength > LARGE_BODY_BYTES
  const singles = all.flatMap((deviation) => {
    const recipe = deviation.apply(start)
    return recipe === null ? [] : [{ deviation, recipe }]
  })
  const common = singles.find(({ recipe }) => isSame(recipe, digest))
  if (common !== undefined) return [common.deviation]
  if (isLarge) return null
  const rare = rareDeviations.find((deviation) => {
    const recipe = deviation.apply(start)
    return recipe !== null && isSame(recipe, digest)
  })
  return rare === undefined ? findPair(singles, digest, all) : [rare]
}

interface Single {
  readonly deviation: Deviation
  readonly recipe: Recipe
}

function findPair(singles: readonly Single[], digest: Buffer, all: readonly Deviation[]): readonly Deviation[] | null {
  for (const { deviation, recipe } of singles) {
    // Each pair once, in the order of the list.
    for (const other of all.slice(all.indexOf(deviation) + 1)) {
      if (other.part === deviation.part) continue
      const both = other.apply(recipe)
      if (both !== null && isSame(both, digest)) return [deviation, other]
    }
  }
  return null
}

function isSame(recipe: Recipe, digest: Buffer): boolean {
  return signBy(recipe).equals(digest)
}

function shown({ id, part, what, remedy }: Deviation): Mistake {
  return { id, part, what, remedy }
}

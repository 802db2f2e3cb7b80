import { Buffer } from 'node:buffer'

import { isHexOf } from '../../protocol/hmac.ts'
import type { Deviation, KnownFacts } from './deviation.ts'
import { deviations } from './deviations.ts'
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

/** A wrong recipe that gives exactly this signature: one deviation, or two at once. */
export interface Explanation {
  readonly deviations: readonly Pick<Deviation, 'id' | 'part' | 'what' | 'remedy'>[]
}

/** Above this many bytes only single deviations are tried: each try hashes the body. */
const LARGE_BODY_BYTES = 256 * 1024

/**
 * Which wrong recipe gives the signature: single deviations first, then pairs of them. Null when none does: then the body was changed in content, or the
 * secret is one that is not known here. A match is proof, for nothing else gives these 32 bytes.
 */
export function explainMismatch({ signature, otherSecrets, storeCodes, ...facts }: MismatchFacts): Explanation | null {
  const start = documentedRecipe({ ...facts, key: facts.secret })
  const all = deviations({ otherSecrets, storeCodes })
  const wanted = readSignature(signature)
  const gives = (recipe: Recipe) => isSame(signBy(recipe), wanted)
  const singles = all.flatMap((deviation) => {
    const recipe = deviation.apply(start)
    return recipe === null ? [] : [{ deviation, recipe }]
  })
  const one = singles.find(({ recipe }) => gives(recipe))
  if (one !== undefined) return { deviations: [shown(one.deviation)] }
  if (facts.body.byteLength > LARGE_BODY_BYTES) return null
  for (const { deviation, recipe } of singles) {
    for (const other of all) {
      // Each pair once, in the order of the list.
      if (other.part === deviation.part || all.indexOf(other) < all.indexOf(deviation)) continue
      const both = other.apply(recipe)
      if (both !== null && gives(both)) return { deviations: [shown(deviation), shown(other)] }
    }
  }
  return null
}

/** Letters of hex in either case, and without the `sha256=` that other services put in front. */
function readSignature(text: string): string {
  const bare = text.trim().replace(/^(?:sha256=|v1=)/i, '')
  return /^[0-9a-f]{64}$/i.test(bare) ? bare.toLowerCase() : bare
}

function isSame(made: string, wanted: string): boolean {
  if (/^[0-9a-f]{64}$/.test(made)) return isHexOf(Buffer.from(made, 'hex'), wanted)
  return made === wanted
}

function shown({ id, part, what, remedy }: Deviation): Explanation['deviations'][number] {
  return { id, part, what, remedy }
}

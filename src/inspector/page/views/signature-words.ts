import type { SignatureRecipe } from '../../detail/detail.ts'

export interface SignatureWords {
  /** Result of the check when the delivery arrived. This result counts. */
  readonly onArrival: string
  /** Result with the current secret, which may have changed since. */
  readonly today: string
}

/** A signature that was valid on arrival stays valid, even if the secret changes later. */
export function signatureWords({
  verdict,
  received,
  recomputed,
}: Pick<SignatureRecipe, 'verdict' | 'received' | 'recomputed'>): SignatureWords {
  const differs = recomputed === null ? 'no secret to compare with' : 'different, because the secret was changed'
  return { onArrival: `${verdict} on arrival`, today: recomputed === received ? 'the same' : differs }
}

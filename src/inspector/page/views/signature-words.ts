import type { SignatureRecipe } from '../../detail/detail.ts'

export interface SignatureWords {
  /** What the check found when the delivery came: what counts. */
  readonly onArrival: string
  /** What the secret of today makes of it; it may have been changed since. */
  readonly today: string
}

/** A signature that was right stays right, also when the secret is changed later. */
export function signatureWords({
  verdict,
  received,
  recomputed,
}: Pick<SignatureRecipe, 'verdict' | 'received' | 'recomputed'>): SignatureWords {
  const differs =
    recomputed === null ? 'no secret here to compare it with' : 'another signature: the secret was changed'
  return { onArrival: `${verdict} when it came`, today: recomputed === received ? 'the same' : differs }
}

/** Texts for the statuses of an app. For a product the letters have other meanings (A36). */
export const appStatusWords = { D: 'draft', P: 'in review', published: 'published', X: 'suspended' } as const

/** Texts for the statuses of a product. */
export const productStatusWords = { A: 'published', P: 'draft', D: 'deleted' } as const

/** Texts for delivery states on pages. */
export const deliveryStateWords = { pending: 'pending', delivered: 'delivered', dead_letter: 'dead letter' } as const

/** Badge colors of the delivery states. */
export const deliveryTones = { pending: 'wait', delivered: 'good', dead_letter: 'bad' } as const

/** Returns the text for a status; an undocumented status is returned unchanged (P5). */
export function wordOf(words: Readonly<Record<string, string>>, status: string): string {
  return Object.hasOwn(words, status) ? (words[status] ?? status) : status
}

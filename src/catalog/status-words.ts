/** What the status of an app means. The letters mean other things of a product (A36). */
export const appStatusWords = { D: 'draft', P: 'in review', published: 'published', X: 'suspended' } as const

/** What the status of a product means. */
export const productStatusWords = { A: 'published', P: 'draft', D: 'deleted' } as const

/** What the state of a delivery is called on a page. */
export const deliveryStateWords = { pending: 'pending', delivered: 'delivered', dead_letter: 'dead letter' } as const

/** The tone of its badge. */
export const deliveryTones = { pending: 'wait', delivered: 'good', dead_letter: 'bad' } as const

/** The word for a status; the status itself where it is another one than the documents name (P5). */
export function wordOf(words: Readonly<Record<string, string>>, status: string): string {
  return Object.hasOwn(words, status) ? (words[status] ?? status) : status
}

/** A text without what may differ between two visits: tokens, nonces, ids, spaces. It is equal for two pages that look alike. */
export function looksAlike(text: string): string {
  return inDetail(text).replaceAll(/\d+/g, '#')
}

/** The same, but with short numbers: amounts, counts, and the time where a page shows one. */
export function inDetail(text: string): string {
  return text
    .replaceAll(/[\w-]{16,}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

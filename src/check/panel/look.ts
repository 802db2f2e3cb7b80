/** Removes from a text what may differ between two visits: tokens, nonces, ids, spaces. The result is equal for two pages that look alike. */
export function looksAlike(text: string): string {
  return inDetail(text).replaceAll(/\d+/g, '#')
}

/** Does the same, but keeps short numbers: amounts, counts, and a time on the page. */
export function inDetail(text: string): string {
  return text
    .replaceAll(/[\w-]{16,}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

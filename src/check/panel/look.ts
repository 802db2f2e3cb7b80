/** A text without what may differ from one time to the next: tokens, nonces, ids, spaces. Two pages that look alike are equal in it. */
export function looksAlike(text: string): string {
  return inDetail(text).replaceAll(/\d+/g, '#')
}

/** The same with its short numbers: amounts and counts, and the time where a page shows one. */
export function inDetail(text: string): string {
  return text
    .replaceAll(/[\w-]{16,}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A text without what may differ from one time to the next: tokens, nonces, ids, spaces. Two pages that look alike are equal in it. */
export function looksAlike(text: string): string {
  return text
    .replaceAll(/[\w-]{16,}/g, '…')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

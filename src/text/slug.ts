/** Converts text to lower-case ASCII words joined by hyphens, of at most `maxLength` characters; empty if no letter or digit remains. */
export function slugOf(text: string, maxLength: number): string {
  return text
    .normalize('NFKD')
    .replaceAll('ı', 'i')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
}

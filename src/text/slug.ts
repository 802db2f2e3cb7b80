/** Text as lower-case ASCII words with hyphens between them, of at most `maxLength` characters; empty when no letter or digit can be kept. */
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

/**
 * Returns the paragraphs of untrusted text, possibly HTML, as plain text. Markup is removed and
 * never interpreted, and `html` escapes the remaining text.
 */
export function splitParagraphs(foreign: string): string[] {
  return foreign
    .replaceAll(/<(script|style|template|iframe|noscript)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, '')
    .replaceAll(/<\/?(p|div|br|li|ul|ol|h[1-6]|tr|table|section|blockquote)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => findCharacter(name) ?? whole)
    .split(/\n+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
}

function findCharacter(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code >= 0x20 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined
}

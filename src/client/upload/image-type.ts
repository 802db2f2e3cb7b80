import { extname } from 'node:path'

/** Content types by file name extension. */
const endings: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
}

/** Known extensions, for a sentence. */
export const knownEndings = Object.keys(endings).join(', ')

/** Returns the type of a file name's extension; null if unknown. */
export function typeByName(path: string): string | null {
  return endings[extname(path).toLowerCase()] ?? null
}

/** First bytes of each type, Latin-1; the AVIF brand follows the length of its first box. */
const starts: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/png', /^\u0089PNG\r\n[^]\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftyp(?:avif|avis|mif1|msf1)/],
]

/** Number of bytes that are enough to detect the type; an SVG may begin with comments. */
export const TELLING_BYTES = 4096

/** Detects the type from the first bytes of a file; null if unknown. */
export function typeByContent(start: Uint8Array): string | null {
  const text = Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1')
  const known = starts.find(([, pattern]) => pattern.test(text))
  if (known !== undefined) return known[0]
  return isSvg(text) ? 'image/svg+xml' : null
}

function isSvg(text: string): boolean {
  let rest = text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()
  for (;;) {
    const end = rest.startsWith('<?')
      ? '?>'
      : rest.startsWith('<!--')
        ? '-->'
        : /^<!doctype\s+svg/i.test(rest)
          ? '>'
          : null
    if (end === null) return /^<(?:\w+:)?svg[\s>/]/.test(rest)
    const at = rest.indexOf(end)
    if (at === -1) return false
    rest = rest.slice(at + end.length).trimStart()
  }
}

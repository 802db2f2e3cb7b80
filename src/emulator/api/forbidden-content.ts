/** Number of leading bytes that are searched for a page hidden behind other content. */
const LOOKED_AT_BYTES = 1024

/** First bytes of executable files, as Latin-1. */
const programs: readonly (readonly [start: string, what: string])[] = [
  ['MZ', 'a Windows program'],
  ['\u007fELF', 'a Linux program'],
  ['\u00fe\u00ed\u00fa\u00ce', 'a macOS program'],
  ['\u00fe\u00ed\u00fa\u00cf', 'a macOS program'],
  ['\u00ce\u00fa\u00ed\u00fe', 'a macOS program'],
  ['\u00cf\u00fa\u00ed\u00fe', 'a macOS program'],
  ['\u00ca\u00fe\u00ba\u00be', 'a macOS or Java program'],
  ['\u0000asm', 'a WebAssembly program'],
  ['dex\n', 'an Android program'],
  ['PK\u0003\u0004', 'an archive'],
  ['#!', 'a script'],
  ['<?php', 'a PHP script'],
]

/** Tags that make a content-sniffing reader treat a file as a page if it starts with one (WHATWG MIME Sniffing, section 7.1). */
const firstTag =
  /^<(?:!doctype html|!--|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)(?:[\s>]|$)/i

/** Tags that turn a file into a page, whatever precedes them. */
const anyTag = /<(?:!doctype\s+html|html|head|body|script|iframe)(?:[\s>/]|$)/i

/** Returns the kind of forbidden content in an image file (B28), a page or a program, else null. */
export function forbiddenContent(bytes: Uint8Array, { isSvg }: { readonly isSvg: boolean }): string | null {
  const start = decodeText(bytes.subarray(0, LOOKED_AT_BYTES))
  const program = programs.find(([magic]) => start.startsWith(magic))
  if (program !== undefined) return program[1]
  const text = withoutMark(start)
  if (text.startsWith('#!')) return 'a script'
  // An SVG may contain scripts because it is served in a sandbox. Only its root decides.
  const isPage = isSvg
    ? pageRoot.test(findRoot(withoutMark(decodeText(bytes))))
    : firstTag.test(text) || anyTag.test(text)
  return isPage ? 'HTML' : null
}

const pageRoot = new RegExp(`^${anyTag.source}`, 'i')

function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Removes the byte order mark, white space and zero bytes. Without zero bytes, UTF-16 is readable. */
function withoutMark(text: string): string {
  return text
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replaceAll('\0', '')
    .trimStart()
}

/** Returns the XML text after its leading instructions and comments. */
function findRoot(text: string): string {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null
    if (end === null) return text.slice(at, at + LOOKED_AT_BYTES)
    const found = text.indexOf(end, at)
    if (found === -1) return ''
    at = found + end.length
  }
}

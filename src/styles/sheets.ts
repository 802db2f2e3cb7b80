import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The palette as CSS. */
export function tokensCss(): string {
  return readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
}

/** One of our sheets as it is served: the palette, what all pages have in common, then the file. Read in a checkout only; scripts/build puts finished sheets into the package. */
export function sheetOf(path: string): string {
  const base = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')
  return dense(tokensCss() + base + readFileSync(path, 'utf8'))
}

/** CSS without comments and the space that separates nothing. A space before a colon is part of a selector. */
function dense(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .trim()
}

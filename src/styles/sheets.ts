import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The palette as CSS. */
export function tokensCss(): string {
  return readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
}

/** The palette and what all pages have in common. Read in a checkout only; scripts/build puts the finished text into the package. */
export function commonSheet(): string {
  return dense(tokensCss() + readFileSync(join(import.meta.dirname, 'base.css'), 'utf8'))
}

/** A file's CSS as it is served after `commonSheet`. Read in a checkout only. */
export function ownSheet(path: string): string {
  return dense(readFileSync(path, 'utf8'))
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

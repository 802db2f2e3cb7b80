import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the reference in the package. */
export interface Page {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType: 'text/markdown' | 'text/plain'
}

const SCHEME = 'svcapp://'

/** Locations of the pages in the package or a checkout: the overview, and one page for each part. */
const OVERVIEW = 'llms.txt'
const FOLDER = 'docs/reference'

/** Returns the pages of the reference, the overview first; an empty list if the package has none. */
export function referencePages(packageRoot: string): Page[] {
  return pathsBelow(packageRoot).map((path) => ({
    uri: `${SCHEME}${path}`,
    name: path,
    title: titleOf(readFileSync(join(packageRoot, path), 'utf8'), path),
    mimeType: path.endsWith('.md') ? 'text/markdown' : 'text/plain',
  }))
}

function pathsBelow(packageRoot: string): string[] {
  const dir = join(packageRoot, FOLDER)
  const files = existsSync(dir) ? readdirSync(dir).filter((file) => /^[\w-]+\.(?:md|txt)$/.test(file)) : []
  const pages = files.toSorted().map((file) => `${FOLDER}/${file}`)
  return existsSync(join(packageRoot, OVERVIEW)) ? [OVERVIEW, ...pages] : pages
}

/** Returns the page at that URI and its text; null if unknown. */
export function readPage(packageRoot: string, uri: string): { readonly page: Page; readonly text: string } | null {
  // Only listed URIs are looked up: a client's text is never used as a path.
  const page = referencePages(packageRoot).find((one) => one.uri === uri)
  return page === undefined ? null : { page, text: readFileSync(join(packageRoot, page.name), 'utf8') }
}

function titleOf(text: string, file: string): string {
  // Generated pages begin with a comment.
  return /^#* ?(\S.*)$/m.exec(text.replace(/^\s*<!--[\s\S]*?-->/, ''))?.[1] ?? file
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the reference, as the package contains it. */
export interface Page {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType: 'text/markdown' | 'text/plain'
}

const SCHEME = 'svcapp://'

/** Where the pages are, from the root of the package or of a checkout: the overview, and one page for each part. */
const OVERVIEW = 'llms.txt'
const FOLDER = 'docs/reference'

/** The pages of the reference, the overview first; none where the package has none. */
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

/** The page at that address and its text; null where no page has that address. */
export function readPage(packageRoot: string, uri: string): { readonly page: Page; readonly text: string } | null {
  // Only an address from the list is looked up: what a client sends is never used as a path.
  const page = referencePages(packageRoot).find((one) => one.uri === uri)
  return page === undefined ? null : { page, text: readFileSync(join(packageRoot, page.name), 'utf8') }
}

function titleOf(text: string, file: string): string {
  // Generated pages begin with a comment.
  return /^#* ?(\S.*)$/m.exec(text.replace(/^\s*<!--[\s\S]*?-->/, ''))?.[1] ?? file
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the reference, as it lies in the package. */
export interface Page {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType: 'text/markdown' | 'text/plain'
}

const SCHEME = 'svcapp://reference/'

/** Where the pages are, in the package and in a checkout. */
const folder = (packageRoot: string) => join(packageRoot, 'docs', 'reference')

/** The pages of the reference, sorted; none where the package has none. */
export function referencePages(packageRoot: string): Page[] {
  const dir = folder(packageRoot)
  if (!existsSync(dir)) return []
  const files = readdirSync(dir).filter((file) => /^[\w-]+\.(?:md|txt)$/.test(file))
  return files.toSorted().map((file) => ({
    uri: `${SCHEME}${file}`,
    name: file,
    title: titleOf(readFileSync(join(dir, file), 'utf8'), file),
    mimeType: file.endsWith('.md') ? 'text/markdown' : 'text/plain',
  }))
}

/** The text of a page; null where there is none of that address. */
export function readPage(packageRoot: string, uri: string): { readonly page: Page; readonly text: string } | null {
  // Only an address from the list: what stands in it is never a path.
  const page = referencePages(packageRoot).find((one) => one.uri === uri)
  return page === undefined ? null : { page, text: readFileSync(join(folder(packageRoot), page.name), 'utf8') }
}

function titleOf(text: string, file: string): string {
  return /^#* ?(\S.*)$/m.exec(text)?.[1] ?? file
}

import { catalog } from '../../src/catalog/catalog.ts'
import { allChecks } from '../../src/check/areas.ts'
import { checksPage } from './reference/checks-page.ts'
import { indexPage } from './reference/index-page.ts'
import { resourcePage } from './reference/resource-page.ts'

/** Returns path and text of each page in docs/reference/: one per resource, one for the checks, and an index. */
export function referencePages(): readonly (readonly [path: string, text: string])[] {
  const resources = Object.entries(catalog).map(([resource, verbs]) => [resource, Object.values(verbs)] as const)
  return [
    ['docs/reference/README.md', indexPage(resources)],
    ['docs/reference/checks.md', checksPage(allChecks)],
    ...resources.map(
      ([resource, endpoints]) => [`docs/reference/${resource}.md`, resourcePage(resource, endpoints)] as const,
    ),
  ]
}

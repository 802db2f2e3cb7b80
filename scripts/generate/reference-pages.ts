import { catalog } from '../../src/catalog/catalog.ts'
import { indexPage } from './reference/index-page.ts'
import { resourcePage } from './reference/resource-page.ts'

/** Returns path and text of each page in docs/reference/: one per resource, and an index. */
export function referencePages(): readonly (readonly [path: string, text: string])[] {
  const resources = Object.entries(catalog).map(([resource, verbs]) => [resource, Object.values(verbs)] as const)
  return [
    ['docs/reference/README.md', indexPage(resources)],
    ...resources.map(
      ([resource, endpoints]) => [`docs/reference/${resource}.md`, resourcePage(resource, endpoints)] as const,
    ),
  ]
}

import { catalog } from '../../src/catalog/catalog.ts'
import type { EndpointFacts } from '../../src/catalog/endpoint.ts'
import { camel } from '../generate/reference/library-example.ts'
import { pascal, resourceText } from './resource-text.ts'

const callTypes = [
  'Call',
  'Decimal',
  'DeltaCall',
  'FreeCall',
  'Iterate',
  'Long',
  'RowsCall',
  'RowsCallAt',
  'UploadedFile',
]

/**
 * Returns the published types of the client's calls, `sdk/resources.d.ts`. They are generated from
 * the catalog, so that they use no type of a bundled library.
 */
export function resourcesTypes(): string {
  const resources: readonly (readonly [string, readonly EndpointFacts[]])[] = Object.entries(catalog).map(
    ([resource, verbs]) => [resource, Object.values(verbs)],
  )
  const members = resources.map(([resource]) => `  readonly ${camel(resource)}: ${pascal(resource)}`)
  const body = [
    ...resources.map(([resource, endpoints]) => resourceText(resource, endpoints)),
    `/** Every resource with its calls. */\nexport interface Resources {\n${members.join('\n')}\n}`,
  ].join('\n\n')
  const code = body.replaceAll(/\/\*\*.*?\*\//g, '')
  const used = callTypes.filter((name) => new RegExp(`\\b${name}\\b(?!:)`).test(code))
  return `import type { ${used.join(', ')} } from './calls.ts'\n\n${body}\n`
}

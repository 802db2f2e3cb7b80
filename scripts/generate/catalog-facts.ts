import { catalog } from '../../src/catalog/catalog.ts'
import type { EndpointFacts } from '../../src/catalog/endpoint.ts'

/** `src/catalog/typed/facts.ts`: what a client needs of each endpoint at run time. It has no schemas, so that an app does not load a schema library. */
export function catalogFactsText(): string {
  const resources = Object.entries(catalog).map(([resource, verbs]) => {
    const facts = Object.entries(verbs).map(([verb, one]) => `    ${keyText(verb)}: ${JSON.stringify(factsOf(one))},`)
    return `  ${keyText(resource)}: {\n${facts.join('\n')}\n  },`
  })
  return `import type { CallFacts } from './call-facts.ts'

// Generated from the catalog by \`npm run generate\`.
/** Every endpoint by resource and verb, without schemas and descriptions. */
export const catalogFacts: Readonly<Record<string, Readonly<Record<string, CallFacts>>>> = {
${resources.join('\n')}
}
`
}

function factsOf({ id, method, path, scope, pin, upload, paging, rows, rowKey, idempotency, errors }: EndpointFacts) {
  const advised = errors.map(({ status, code, advice }) => ({ status, code, advice, when: '' }))
  return { id, method, path, scope, pin, upload, paging, rows, rowKey, idempotency, errors: advised }
}

function keyText(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

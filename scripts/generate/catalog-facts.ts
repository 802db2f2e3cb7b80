import { catalog } from '../../src/catalog/catalog.ts'
import type { EndpointFacts } from '../../src/catalog/endpoint.ts'
import type { GivenFacts } from '../../src/catalog/typed/call-facts.ts'
import { defined } from '../../src/text/defined.ts'

/**
 * Returns `src/catalog/typed/facts.ts`: each endpoint's data for a client at run time. It has no
 * schemas, so that an app does not load a schema library, and no advice, which refers to commands.
 */
export function catalogFactsText(): string {
  const resources = Object.entries(catalog).map(([resource, verbs]) => {
    const facts = Object.entries(verbs).map(([verb, one]) => `    ${keyText(verb)}: ${JSON.stringify(factsOf(one))},`)
    return `  ${keyText(resource)}: {\n${facts.join('\n')}\n  },`
  })
  return `import { completeFacts } from './call-facts.ts'

// Generated from the catalog by \`npm run generate\`.
/** Every endpoint by resource and verb, without schemas and descriptions. */
export const catalogFacts = completeFacts({
${resources.join('\n')}
})
`
}

/** Statuses that a client retries, unless they have another meaning for the endpoint. */
const TRANSIENT = [502, 503, 504]

/** Returns the facts without those that `completeFacts` adds. */
function factsOf({
  method,
  path,
  scope,
  pin,
  upload,
  paging,
  rows,
  rowKey,
  idempotency,
  errors,
}: EndpointFacts): GivenFacts {
  const final = errors.filter(({ status }) => TRANSIENT.includes(status)).map(({ status }) => ({ status, when: '' }))
  return {
    ...(method !== 'GET' && { method }),
    path,
    ...(scope !== null && { scope }),
    ...(pin !== 'required' && { pin }),
    ...defined({ upload, paging, rows, rowKey }),
    ...(idempotency.kind === 'natural' && { idempotency: { ...idempotency, why: '' } }),
    ...((idempotency.kind === 'key' || idempotency.kind === 'none') && { idempotency }),
    ...(final.length > 0 && { errors: final }),
  }
}

function keyText(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

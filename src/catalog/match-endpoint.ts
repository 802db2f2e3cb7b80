import type { EndpointFacts } from './endpoint.ts'

/** Returns the endpoint that a raw call matches, or null: the same method, and every segment equal or a parameter. Literal segments win over parameters. */
export function matchEndpoint(
  endpoints: readonly EndpointFacts[],
  { method, path }: { method: string; path: string },
): EndpointFacts | null {
  const segments = path.split('/')
  const matches = endpoints.filter((endpoint) => {
    const template = endpoint.path.split('/')
    return (
      endpoint.method === method &&
      template.length === segments.length &&
      template.every((part, at) => part.startsWith('{') || part === segments[at])
    )
  })
  return matches.toSorted((a, b) => parameterCount(a) - parameterCount(b))[0] ?? null
}

function parameterCount({ path }: EndpointFacts): number {
  return path.split('{').length - 1
}

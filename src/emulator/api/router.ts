import type { EndpointFacts } from '../../catalog/endpoint.ts'

interface Route<T> {
  /** Literal segments unchanged, null for a parameter. */
  readonly segments: readonly (string | null)[]
  readonly names: readonly string[]
  readonly value: T
}

export interface Match<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

/**
 * Creates a router that finds the endpoint of a method and a path below `/api/apps/v1`. A literal
 * path needs one map lookup. An undocumented path or method returns null (P3: no 405 is documented).
 */
export function createRouter<T>(
  routes: readonly { readonly endpoint: Pick<EndpointFacts, 'method' | 'path'>; readonly value: T }[],
): (method: string, path: string) => Match<T> | null {
  const literal = new Map<string, Match<T>>()
  const byShape = new Map<string, Route<T>[]>()
  for (const { endpoint, value } of routes) {
    const parts = endpoint.path.split('/').slice(1)
    const names = parts.filter(isParameter).map((part) => part.slice(1, -1))
    if (names.length === 0) {
      literal.set(`${endpoint.method} ${endpoint.path}`, { value, params: {} })
      continue
    }
    const shape = `${endpoint.method} ${parts.length}`
    const segments = parts.map((part) => (isParameter(part) ? null : part))
    byShape.set(shape, [...(byShape.get(shape) ?? []), { segments, names, value }])
  }
  return (method, path) => {
    const found = literal.get(`${method} ${path}`)
    if (found !== undefined) return found
    const parts = path.split('/').slice(1)
    for (const route of byShape.get(`${method} ${parts.length}`) ?? []) {
      const params = match(route, parts)
      if (params !== null) return { value: route.value, params }
    }
    return null
  }
}

function match({ segments, names }: Route<unknown>, parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  let at = 0
  let place = 0
  for (const part of parts) {
    const segment = segments[place++]
    if (segment === null) {
      const value = decode(part)
      const name = names[at++]
      if (value === null || name === undefined) return null
      params[name] = value
    } else if (segment !== part) return null
  }
  return params
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}

/** Returns null for an empty segment or an invalid percent encoding. */
function decode(part: string): string | null {
  if (part === '') return null
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

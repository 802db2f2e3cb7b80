import type { EndpointFacts } from '../../catalog/endpoint.ts'

interface Route<T> {
  /** Literal segments as they are, null where a parameter stands. */
  readonly segments: readonly (string | null)[]
  readonly names: readonly string[]
  readonly value: T
}

export interface Match<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

/**
 * Finds the endpoint of a method and a path below `/api/apps/v1`. Literal paths are one look in a map; null for anything that is not documented,
 * be it the path or the method (P3: no 405 is shown).
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

/** Null for an empty part and for broken percent signs. */
function decode(part: string): string | null {
  if (part === '') return null
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

import type { Params, Route } from './routes.ts'

export interface Match {
  readonly route: Route
  readonly params: Params
}

/** Finds the route of a request. */
export function createRouter(routes: readonly Route[]): (method: string, pathname: string) => Match | null {
  // Paths without parameters come first: `panel/data/orders` is not a page of a store named data.
  const table = routes
    .map((route) => ({ route, parts: route.path.split('/') }))
    .toSorted((a, b) => namesIn(a.parts) - namesIn(b.parts))
  return (method, pathname) => {
    const parts = pathname.split('/')
    for (const { route, parts: wanted } of table) {
      const params = route.method === method ? matchPath(wanted, parts) : null
      if (params !== null) return { route, params }
    }
    return null
  }
}

function namesIn(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length
}

function matchPath(wanted: readonly string[], parts: readonly string[]): Params | null {
  if (wanted.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [at, name] of wanted.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = part
    else if (name !== part) return null
  }
  return params
}

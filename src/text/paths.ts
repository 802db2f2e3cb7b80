import { isObject } from './json.ts'

/** Returns the value at a path such as `customer.name` or `items.0.sku`; undefined if it is missing. A member whose own name contains the dots wins. */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, path)) return Reflect.get(value, path)
  const dot = path.indexOf('.')
  if (dot === -1) return undefined
  const name = path.slice(0, dot)
  return Object.hasOwn(value, name) ? valueAt(Reflect.get(value, name), path.slice(dot + 1)) : undefined
}

/** Returns the parts of a value at the paths, in their order and with the same nesting; missing parts are left out. */
export function pick(value: unknown, paths: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const path of paths) {
    const found = valueAt(value, path)
    if (found !== undefined) put(picked, path, found)
  }
  return picked
}

function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const dot = path.indexOf('.')
  const name = dot === -1 ? path : path.slice(0, dot)
  if (dot === -1) return define(into, name, value)
  const known: unknown = Object.hasOwn(into, name) ? into[name] : undefined
  const inner = isObject(known) ? { ...known } : {}
  put(inner, path.slice(dot + 1), value)
  define(into, name, inner)
}

/** Defines `__proto__` as an ordinary member. */
function define(into: object, name: string, value: unknown): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Returns the member at a path of keys and indexes; undefined if it is missing. */
export function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

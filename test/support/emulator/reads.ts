/** What was read of a value that was handed out by `recordReads`, as `items[].productId`. */
export type Reads = Set<string>

/**
 * The value, and what is in it, with each name put into `reads` when it is read. A copy (`{...value}`, `Object.entries`) reads no name by itself: what is
 * only copied may be dropped. JSON of an object takes all that is in it.
 */
export function recordReads<T>(value: T, reads: Reads, path = ''): T {
  return isPlain(value) ? (recorded(value, reads, path) as T) : value
}

function recorded(value: object, reads: Reads, path: string): object {
  let copied: PropertyKey | null = null
  return new Proxy(value, {
    getOwnPropertyDescriptor: (target, name) => {
      copied = name
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
    has: (target, name) => {
      note(reads, target, [path, name])
      return Reflect.has(target, name)
    },
    get: (target, name) => {
      const inner: unknown = Reflect.get(target, name)
      if (name === 'toJSON') noteAll(target, reads, path)
      else if (copied !== name) note(reads, target, [path, name])
      copied = null
      return recordReads(inner, reads, pathOf(target, path, name))
    },
  })
}

function note(reads: Reads, target: object, [path, name]: readonly [string, PropertyKey]): void {
  if (typeof name === 'string' && !Array.isArray(target)) reads.add(pathOf(target, path, name))
}

function noteAll(value: unknown, reads: Reads, path: string): void {
  if (!isPlain(value)) return
  for (const [name, inner] of Object.entries(value)) {
    note(reads, value, [path, name])
    noteAll(inner, reads, pathOf(value, path, name))
  }
}

function pathOf(target: object, path: string, name: PropertyKey): string {
  if (Array.isArray(target)) return `${path}[]`
  return path === '' ? String(name) : `${path}.${String(name)}`
}

/** Plain data; a number kept exact or a file is one value. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}

/** Paths read from a value of `recordReads`, such as `items[].productId`. */
export type Reads = Set<string>

/**
 * Wraps a value so that each property read adds its name to `reads`. A copy (`{...value}`, `Object.entries`)
 * reads no name, because the copied value may never be used. JSON of an object reads everything in it.
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

/** Returns whether it is plain data. An exact number or a file counts as one value. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}

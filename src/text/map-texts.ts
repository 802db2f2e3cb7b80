/** Changes every text in the data, at any depth. Dates, bytes and exact numbers stay unchanged. `changeName` changes the names of members; without it they stay unchanged. */
export function mapTexts<T>(
  value: T,
  change: (text: string) => string,
  changeName: (name: string) => string = (name) => name,
): T {
  const changed = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one)
    if (Array.isArray(one)) return one.map(changed)
    if (typeof one !== 'object' || one === null || !isPlain(one)) return one
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [changeName(name), changed(item)]))
  }
  // The shape is the same; only texts differ.
  return changed(value) as T
}

/** An object with another prototype would lose it, and a `Date` has no members to copy. Rows of the database have no prototype. */
function isPlain(one: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(one)
  return prototype === Object.prototype || prototype === null
}

/** The same data with every text in it changed, of any depth. Names of members are changed by `changeName`, and stay when it is left out. */
export function mapTexts<T>(
  value: T,
  change: (text: string) => string,
  changeName: (name: string) => string = (name) => name,
): T {
  const changed = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one)
    if (Array.isArray(one)) return one.map(changed)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [changeName(name), changed(item)]))
  }
  // The same shape with other texts.
  return changed(value) as T
}

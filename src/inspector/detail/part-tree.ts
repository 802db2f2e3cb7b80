interface TreePart {
  readonly id: string | null
  /** Id of the parent part. */
  readonly parent: string | null
  /** Start in ms. */
  readonly at: number
}

interface TreeRow<Part> {
  readonly part: Part
  /** 0 for a part without a parent. */
  readonly depth: number
}

/**
 * Orders parts by start, each after its parent. If parts refer to each other in a circle, the
 * earliest one becomes the root.
 */
export function partTree<Part extends TreePart>(parts: readonly Part[]): readonly TreeRow<Part>[] {
  const own = parts.toSorted((a, b) => a.at - b.at)
  const ids = new Set(own.map(({ id }) => id))
  const below = Map.groupBy(own, ({ parent }) => parent)
  const walk = (part: Part, depth: number, seen: Map<Part, number>) => {
    if (seen.has(part)) return
    seen.set(part, depth)
    if (part.id === null) return
    for (const child of below.get(part.id) ?? []) walk(child, depth + 1, seen)
  }
  const first = own.filter(({ parent }) => parent === null || !ids.has(parent))
  const reached = new Map<Part, number>()
  const roots = [...first, ...own].filter((part) => {
    const isRoot = !reached.has(part)
    walk(part, 0, reached)
    return isRoot
  })
  const found = new Map<Part, number>()
  for (const part of roots.toSorted((a, b) => a.at - b.at)) walk(part, 0, found)
  return [...found].map(([part, depth]) => ({ part, depth }))
}

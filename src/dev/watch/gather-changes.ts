export interface Gathered {
  readonly add: (kind: 'add' | 'change' | 'unlink', file: string) => void
  readonly end: () => void
}

/** An editor writes a file in several steps, and a tool many files: they count as one change when no more time than this is between them. */
const QUIET_MS = 150

/** A stream of changes that never pauses is still reported. */
const LONGEST_MS = 2000

/** Tells of what changed once it is quiet. A file that came and went meanwhile is none: some editors write to one of their own and rename it. */
export function gatherChanges(tell: (files: ReadonlySet<string>) => void): Gathered {
  let files = new Map<string, { readonly isNew: boolean; isThere: boolean }>()
  let first = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    const left = [...files].filter(([, { isNew, isThere }]) => isThere || !isNew)
    files = new Map()
    if (left.length > 0) tell(new Set(left.map(([file]) => file)))
  }
  return {
    add: (kind, file) => {
      if (files.size === 0) first = performance.now()
      const isThere = kind !== 'unlink'
      const known = files.get(file)
      if (known === undefined) files.set(file, { isNew: kind === 'add', isThere })
      else known.isThere = isThere
      clearTimeout(timer)
      timer = setTimeout(flush, Math.max(0, Math.min(QUIET_MS, first + LONGEST_MS - performance.now())))
    },
    end: () => clearTimeout(timer),
  }
}

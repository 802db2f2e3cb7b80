export interface Gathered {
  readonly add: (kind: 'add' | 'change' | 'unlink', file: string) => void
  readonly end: () => void
}

/** Editors write a file in several steps, and tools many files. Changes with shorter pauses count as one. */
const QUIET_MS = 150

/** Changes without a pause are reported after this time. */
const LONGEST_MS = 2000

interface GatherTools {
  readonly onChanges: (files: ReadonlySet<string>) => void
  readonly exists: (file: string) => boolean
}

/** Reports the changes after a pause. Ignores a file that was created and deleted in between, because editors write temporary files. */
export function gatherChanges({ onChanges, exists }: GatherTools): Gathered {
  let files = new Map<string, { readonly isNew: boolean; isThere: boolean }>()
  // chokidar reports a deletion 100 ms late, which may be after the pause.
  const vanished = new Set<string>()
  let first = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    for (const [file, { isNew, isThere }] of files) {
      if (!isNew || (isThere && exists(file))) continue
      files.delete(file)
      if (isThere) vanished.add(file)
    }
    const left = [...files]
    files = new Map()
    if (left.length > 0) onChanges(new Set(left.map(([file]) => file)))
  }
  return {
    add: (kind, file) => {
      if (vanished.delete(file) && kind === 'unlink') return
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

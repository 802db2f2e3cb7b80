/** Lets requests through, and holds them while the databases are replaced. */
export interface Gate {
  readonly pass: <T>(work: () => T | Promise<T>) => Promise<T>
  /** Runs `work` while no other work is in progress. New requests wait. */
  readonly whileEmpty: <T>(work: () => T | Promise<T>) => Promise<T>
}

export function createGate(): Gate {
  let inside = 0
  let closed: Promise<void> | null = null
  let onEmpty: (() => void) | null = null
  return {
    pass: async (work) => {
      // Synchronous with what follows, so that the gate cannot close between the check and the entry.
      for (;;) {
        if (closed === null) break
        await closed
      }
      inside++
      try {
        return await work()
      } finally {
        inside--
        if (inside === 0) onEmpty?.()
      }
    },
    whileEmpty: async (work) => {
      for (;;) {
        if (closed === null) break
        await closed
      }
      const opening = Promise.withResolvers<void>()
      closed = opening.promise
      try {
        if (inside > 0) await new Promise<void>((resolve) => void (onEmpty = resolve))
        return await work()
      } finally {
        onEmpty = null
        closed = null
        opening.resolve()
      }
    },
  }
}

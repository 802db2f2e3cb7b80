/** A lock with shared and exclusive holders. A caller waiting for exclusive use goes before later callers. */
export interface SharedLock {
  readonly share: <T>(work: () => Promise<T>) => Promise<T>
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}

/** At most `limit` callers share it. */
export function createSharedLock(limit: number): SharedLock {
  let held = 0
  const waiting: { readonly weight: number; readonly go: () => void }[] = []
  const letIn = () => {
    for (let next = waiting[0]; next !== undefined && held + next.weight <= limit; next = waiting[0]) {
      waiting.shift()
      held += next.weight
      next.go()
    }
  }
  const hold = async <T>(weight: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((go) => {
      waiting.push({ weight, go })
      letIn()
    })
    try {
      return await work()
    } finally {
      held -= weight
      letIn()
    }
  }
  return { share: (work) => hold(1, work), alone: (work) => hold(limit, work) }
}

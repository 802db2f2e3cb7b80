/** A one-time event that callers can wait for. */
export interface Milestone {
  readonly isReached: () => boolean
  readonly reach: () => void
  /** Resolves when the milestone is reached. */
  readonly reached: Promise<void>
}

export function createMilestone(): Milestone {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isReached = false
  return {
    isReached: () => isReached,
    reach: () => {
      isReached = true
      resolve()
    },
    reached: promise,
  }
}

/** A repeating event. */
export interface Recurrence {
  readonly happen: () => void
  /** Returns the milestone of the next occurrence. */
  readonly next: () => Milestone
}

export function createRecurrence(): Recurrence {
  let next = createMilestone()
  return {
    happen: () => {
      next.reach()
      next = createMilestone()
    },
    next: () => next,
  }
}

/** Returns a promise that never resolves and rejects with the signal's reason. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

/** Something that happens once and that others wait for. */
export interface Milestone {
  readonly isReached: () => boolean
  readonly reach: () => void
  /** Resolves when it is reached. */
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

/** Something that happens again and again. */
export interface Recurrence {
  readonly happen: () => void
  /** The next time that it happens. */
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

/** Rejects with the signal's reason; never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

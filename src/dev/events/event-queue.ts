/** Events pushed by many, read by one, in order. */
export interface EventQueue<Event> extends AsyncIterable<Event> {
  readonly push: (event: Event) => void
  /** No more events; the reader ends after the last one, with `error` when there is one. */
  readonly end: (error?: Error) => void
}

/** Makes an empty queue. It is meant for a reader that keeps up; nothing is dropped. */
export function createEventQueue<Event>(): EventQueue<Event> {
  const waiting: Event[] = []
  let ended: { readonly error: Error | undefined } | undefined
  let wake: (() => void) | undefined
  return {
    push: (event) => {
      if (ended) return
      waiting.push(event)
      wake?.()
    },
    end: (error) => {
      ended ??= { error }
      wake?.()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next
        if (ended) {
          if (ended.error !== undefined) throw ended.error
          return
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

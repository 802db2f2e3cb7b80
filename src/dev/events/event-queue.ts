/** An ordered queue of events with many writers and one reader. */
export interface EventQueue<Event> extends AsyncIterable<Event> {
  readonly push: (event: Event) => void
  /** Ends the queue. The reader ends after the last event, with `error` if given. */
  readonly end: (error?: Error) => void
}

/** Creates an empty queue. It drops nothing, so its reader must keep up. */
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

import { reasonOf, type Log } from './log.ts'

/** How long what is under way may take after SIGTERM. What runs the app has to wait a little longer before it kills. */
const DRAIN_MS = 25_000

/** A part of the process that ends in two steps. */
export interface Part {
  /** Takes no more, and resolves when what it has taken is done, at the latest after so many ms. */
  readonly stop: (withinMs: number) => Promise<void>
  /** Lets go of what others needed until all had stopped. */
  readonly close?: () => Promise<void>
}

/** Ends the process on SIGTERM or SIGINT: everything under way is finished first. A second signal ends it at once. */
export function untilToldToEnd(parts: readonly Part[], log: Log): void {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1)
      isEnding = true
      void end(parts, log)
    })
  }
}

async function end(parts: readonly Part[], log: Log): Promise<void> {
  // A database that does not let go must not keep the process alive.
  setTimeout(() => process.exit(1), DRAIN_MS + 2000).unref()
  try {
    await Promise.all(parts.map(({ stop }) => stop(DRAIN_MS)))
    for (const { close } of parts) await close?.()
    process.exit(0)
  } catch (error) {
    log('the end was not clean', { reason: reasonOf(error) })
    process.exit(1)
  }
}

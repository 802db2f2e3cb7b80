import { expect } from 'vitest'

import type { DevRun } from '../run-cli.ts'

type DevEvent = Record<string, unknown>

/** Returns the events of this name that a run of `app dev --ndjson` has printed so far. */
export function named(run: DevRun, name: string): DevEvent[] {
  return run.events().filter(({ event }) => event === name)
}

/** Waits up to 45 s until a run has printed an event this many times, and returns that event. A failure shows the run's output. */
export async function reach(run: DevRun, name: string, times = 1): Promise<DevEvent> {
  const printed = () => `${name}: ${run.stdout().slice(-2000)} ${run.stderr()}`
  const isReached = () => named(run, name).length >= times || printed()
  await expect.poll(isReached).toBe(true)
  return named(run, name)[times - 1] ?? {}
}

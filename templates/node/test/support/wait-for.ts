import { setTimeout as sleep } from 'node:timers/promises'

/** Looks until it sees what is wanted; returns what it saw last. The runner ends what never comes. */
export async function waitFor<T>(look: () => Promise<T>, isWanted: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look()
    if (isWanted(seen)) return seen
    await sleep(20)
  }
}

import type { Bench } from './bench.ts'
import { onceFor } from './once-for.ts'

/** What several checks of a run look at, made once: by the first that asks for it. */
export function onceARun<T>(make: (bench: Bench) => Promise<T>): (bench: Bench) => Promise<T> {
  return onceFor(make)
}

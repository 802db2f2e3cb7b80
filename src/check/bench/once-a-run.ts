import type { Bench } from './bench.ts'
import { onceFor } from './once-for.ts'

/** Makes something that several checks of a run look at, once: when the first of them asks for it. */
export function onceARun<T>(make: (bench: Bench) => Promise<T>): (bench: Bench) => Promise<T> {
  return onceFor(make)
}

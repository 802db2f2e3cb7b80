import type { Bench } from './bench.ts'

/** What several checks of a run look at, made once: by the first that asks for it. */
export function onceARun<T>(make: (bench: Bench) => Promise<T>): (bench: Bench) => Promise<T> {
  const made = new WeakMap<Bench, Promise<T>>()
  return (bench) => {
    const found = made.get(bench) ?? make(bench)
    made.set(bench, found)
    return found
  }
}

import { createRandom } from '../../../src/emulator/seed/random.ts'

/** What everything random in this run follows from. A long run has a new seed, which its report contains. */
export const seed = process.env['SVCAPP_SEED'] ?? '1'

/** Returns a function that gives a moment of at least 0 and less than `below` ms, each time another one. `name` separates the tests. */
export function momentsFrom(name: string): (below: number) => number {
  const random = createRandom(`${name} ${seed}`)
  return (below) => random.below(below)
}

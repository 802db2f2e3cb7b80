import type { DatabaseSync } from 'node:sqlite'

import type { Store } from '../../control/contract.ts'
import type { SeededRandom } from './random.ts'

/** State that the parts of the seed share. */
export interface Seeding {
  readonly db: DatabaseSync
  readonly store: Store
  readonly random: SeededRandom
  /** Start of the clock's day in Unix ms. The same code on the same day gives the same times. */
  readonly dayStart: number
}

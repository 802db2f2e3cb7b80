import type { DatabaseSync } from 'node:sqlite'

import type { Store } from '../../control/contract.ts'
import type { SeededRandom } from './random.ts'

/** What the parts of the seed share. */
export interface Seeding {
  readonly db: DatabaseSync
  readonly store: Store
  readonly random: SeededRandom
  /** Unix ms at which the clock's day began: the same code on the same day gives the same times. */
  readonly dayStart: number
}

import type { Config } from './config.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import type { Platform } from './platform/platform.ts'
import type { Queue } from './queue/queue.ts'
import type { Database } from './state/database.ts'

/** What the parts of the app work with. Each asks for those that it needs. */
export interface Tools {
  readonly config: Config
  readonly db: Database
  readonly queue: Queue
  readonly keys: Keys
  readonly platform: Platform
  readonly now: () => Date
  readonly log: Log
}

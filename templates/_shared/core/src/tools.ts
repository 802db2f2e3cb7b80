import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import type { Platform } from './platform.ts'

/** All that the parts of the app are given; tests give others. */
export interface Tools {
  readonly config: Config
  readonly db: Db
  readonly keys: Keys
  readonly platform: Platform
  readonly now: () => Date
  readonly log: Log
  /** The one style sheet of all pages; null where the runtime serves it as a file by itself. */
  readonly styles: string | null
}

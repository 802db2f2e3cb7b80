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
  /** The style sheets of all pages by their address; none where the runtime serves files by itself. */
  readonly styles: ReadonlyMap<string, string>
}

import type { Fetch } from '../sdk/options.ts'
import type { Apis } from './api/apis.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Declared } from './declared.ts'
import type { SignedBy } from './http/signed-by.ts'
import type { Platform } from './install/platform.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log/log.ts'

/** The runtime functions that the library uses. Tests supply their own. */
export interface Runtime {
  readonly fetch: Fetch
  readonly now: () => Date
  readonly random: () => number
  readonly write: (line: string) => void
}

/** The shared parts of an app. */
export interface Core {
  readonly runtime: Runtime
  /** Throws a `KitError` while the environment is incomplete. */
  readonly config: () => Config
  readonly keys: () => Promise<Keys>
  /** Verifies signatures of the platform. */
  readonly signedBy: SignedBy
  readonly database: Database
  readonly platform: Platform
  readonly apis: Apis
  readonly declared: Declared
  /** Whether handlers run before the response to a delivery. */
  readonly isInline: boolean
  /** Opens the database, once. */
  readonly opened: () => Promise<void>
  readonly now: () => Date
  readonly log: Log
  /** The same parts on another database. */
  readonly on: (database: Database) => Core
}

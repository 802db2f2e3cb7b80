/**
 * PostgreSQL for an app: `import { postgres } from 'svcapp-kit/postgres'`. It needs the packages
 * `pg` and `pg-boss`.
 */
import type { Pool } from 'pg'

import type { Database } from './database/database.ts'
import { postgresDatabase } from './postgres/postgres-database.ts'

export interface PostgresOptions {
  readonly url: string
  /**
   * Your own connection pool for requests. Jobs use separate connections, so that neither blocks
   * the other. `close` leaves your pool open.
   */
  readonly pool?: Pool
  /**
   * Folder of numbered .sql files for the app's own tables. Each file runs once. Default:
   * `migrations`, if it exists.
   */
  readonly migrations?: string
}

/**
 * A PostgreSQL database for any number of processes. The library's tables are in the schema
 * `svcapp`, its queue is in `pgboss`.
 */
export function postgres({ url, ...options }: PostgresOptions): Database {
  const { SVCAPP_BASE_URL: baseUrl = '' } = process.env
  return postgresDatabase(url, { ...options, baseUrl, write: (line) => console.log(line) })
}

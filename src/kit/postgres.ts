/** PostgreSQL for an app of the kit: `import { postgres } from 'svcapp-kit/postgres'`. It needs the packages `pg` and `pg-boss`. */
import type { Pool } from 'pg'

import type { Database } from './database/database.ts'
import { postgresDatabase } from './postgres/postgres-database.ts'

export interface PostgresOptions {
  readonly url: string
  /** Connections of your own, for requests. Jobs have separate ones, so that neither keeps the other from the database. `close` leaves yours open. */
  readonly pool?: Pool
  /** Folder of the app's own tables: numbered .sql files, each run once. `migrations` by default, if it exists. */
  readonly migrations?: string
}

/** A PostgreSQL database, for any number of processes. The kit's tables are in the schema `svcapp`, and its queue is in `pgboss`. */
export function postgres({ url, ...options }: PostgresOptions): Database {
  const { SVCAPP_BASE_URL: baseUrl = '' } = process.env
  return postgresDatabase(url, { ...options, baseUrl, write: (line) => console.log(line) })
}

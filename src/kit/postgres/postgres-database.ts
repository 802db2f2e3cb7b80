import type { Pool } from 'pg'

import type { Database } from '../database/database.ts'
import { KitError } from '../kit-error.ts'
import { createLog } from '../log/log.ts'
import { readMigrations } from '../sqlite/read-migrations.ts'
import { createPostgres } from './create-postgres.ts'
import { queueName } from './queue-name.ts'

export interface PostgresDatabaseOptions {
  readonly migrations?: string
  /** URL of the platform. */
  readonly baseUrl?: string
  readonly write: (line: string) => void
  readonly pool?: Pool
}

/** Returns the PostgreSQL database at a URL. Throws `config.invalid`, without the URL, which contains a password. */
export function postgresDatabase(
  url: string,
  { migrations = 'migrations', baseUrl = '', write, pool }: PostgresDatabaseOptions,
): Database {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    const advice = 'Percent-encode special characters in the password.'
    const what = 'DATABASE_URL is not a URL like postgres://user:password@host/database.'
    throw new KitError('config.invalid', `${what} ${advice}`, { suggestions: [advice] })
  }
  return createPostgres({
    url,
    jobs: queueName(baseUrl),
    migrations: () => readMigrations(migrations),
    log: createLog('json', write, currentDate),
    now: () => currentDate().getTime(),
    pool,
  })
}

function currentDate(): Date {
  return new Date()
}

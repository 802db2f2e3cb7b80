import type { Log } from '../../src/log.ts'
import { openSqliteState, type State } from '../../src/state/state.ts'
import { openTestPostgres } from './test-postgres.ts'

export type Kind = 'sqlite' | 'postgres'

/** What is tested on every database is tested on PostgreSQL too when TEST_DATABASE_URL names one on which databases may be made. */
export const kinds: readonly Kind[] =
  process.env['TEST_DATABASE_URL'] === undefined ? ['sqlite'] : ['sqlite', 'postgres']

/** A state of a test's own, ready. The caller closes it. */
export async function openTestState(kind: Kind, log: Log): Promise<State> {
  if (kind === 'postgres') return openTestPostgres(log)
  return openSqliteState(':memory:', log)
}

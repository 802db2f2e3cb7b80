import { migrate, type Migration } from '../database/schema.ts'
import { asAway, transact, type Connection } from './statements.ts'

/** Migrates the tables of a database. */
export async function prepareTables(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  const { db } = connection
  asAway(() => db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'))
  const script = async (text: string) => asAway(() => db.exec(text))
  await transact(connection, (tx) => migrate(tx, { kind: 'sqlite', migrations, script }), true)
}

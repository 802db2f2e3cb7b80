import { sha256Hex } from '../../text/sha256.ts'
import { writeOne, type Database } from './database.ts'
import { sql } from './sql.ts'

export interface OnceValue {
  readonly kind: 'state' | 'embed-token' | 'work'
  readonly value: string
  /** No check accepts the value after this time, so it need not be stored. */
  readonly expiresAt: Date
}

/** Marks a value as used. Returns true only the first time, also for two simultaneous requests. */
export async function useOnce(database: Database, { kind, value, expiresAt }: OnceValue): Promise<boolean> {
  // Only a digest is stored, so that a reader of the database sees no token.
  const digest = sha256Hex(value)
  const changed = await writeOne(
    database,
    sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES (${kind}, ${digest}, ${expiresAt.getTime()})
        ON CONFLICT DO NOTHING`,
  )
  return changed === 1
}

/** Throws if the database is not writable. Changes nothing. */
export async function proveWritable(database: Database): Promise<void> {
  await writeOne(database, sql`UPDATE svcapp_schema SET version = version`)
}

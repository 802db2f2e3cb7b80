import { sha256Hex } from '../../text/sha256.ts'
import { writeOne, type Database } from './database.ts'
import { sql } from './sql.ts'

export interface OnceValue {
  readonly kind: 'state' | 'embed-token' | 'work'
  readonly value: string
  /** Nothing accepts the value after this, so it need not be kept. */
  readonly expiresAt: Date
}

/** Marks a value as used. True the first time only, also if two requests come at the same moment. */
export async function useOnce(database: Database, { kind, value, expiresAt }: OnceValue): Promise<boolean> {
  // Only a digest is kept: a reader of the database learns no token.
  const digest = sha256Hex(value)
  const changed = await writeOne(
    database,
    sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES (${kind}, ${digest}, ${expiresAt.getTime()})
        ON CONFLICT DO NOTHING`,
  )
  return changed === 1
}

/** Throws if nothing can be written now. Changes nothing. */
export async function proveWritable(database: Database): Promise<void> {
  await writeOne(database, sql`UPDATE svcapp_schema SET version = version`)
}

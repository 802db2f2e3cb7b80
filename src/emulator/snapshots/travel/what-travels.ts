/** Databases of a snapshot. */
export type Home = 'registry' | 'store'

/**
 * Tables that do not leave this machine: access data (tokens, codes, sessions, one-time addresses),
 * the platform's log for its developer, checkpoint data, the last operation, and counts that triggers maintain.
 */
const staying: Readonly<Record<Home, readonly string[]>> = {
  registry: ['tokens', 'codes', 'sessions', 'one_time_values', 'log', 'checkpoints', 'checkpoint_rows'],
  store: [
    'evidence',
    'checkpoints',
    'checkpoint_rows',
    'order_counts',
    'listed_products',
    'product_counts',
    'last_step',
  ],
}

/** Columns with secrets, or with digests or sealed forms of secrets. An import creates a new secret if one was set. */
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  apps: ['client_secret_digest', 'sealed_signing_secret'],
  installs: ['sealed_signing_secret'],
  managers: ['password_salt', 'password_digest'],
}

/** Emulator facts that are exported. The id is not, because it belongs to one platform. */
export const travellingFacts: readonly string[] = ['settings', 'clock_offset_ms']

export function doesTravel(home: Home, table: string): boolean {
  return !table.startsWith('sqlite_') && !staying[home].includes(table)
}

export function isSecret(table: string, column: string): boolean {
  return secretColumns[table]?.includes(column) === true
}

/** The databases of a snapshot. */
export type Home = 'registry' | 'store'

/**
 * Tables that do not leave this machine: what opens something (tokens, codes, sessions, addresses that work once), what the platform wrote for its developer,
 * what a checkpoint remembers, and what triggers count by themselves.
 */
const staying: Readonly<Record<Home, readonly string[]>> = {
  registry: ['tokens', 'codes', 'sessions', 'one_time_values', 'log', 'checkpoints', 'checkpoint_rows'],
  store: ['evidence', 'checkpoints', 'checkpoint_rows', 'order_counts', 'listed_products', 'product_counts'],
}

/** Columns with secrets, or with digests and sealed forms of them: where one was set, an import makes a new one. */
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  apps: ['client_secret_digest', 'sealed_signing_secret'],
  installs: ['sealed_signing_secret'],
  managers: ['password_salt', 'password_digest'],
}

/** Facts of the emulator that travel. Its id does not: it is that of one platform. */
export const travellingFacts: readonly string[] = ['settings', 'clock_offset_ms']

export function doesTravel(home: Home, table: string): boolean {
  return !table.startsWith('sqlite_') && !staying[home].includes(table)
}

export function isSecret(table: string, column: string): boolean {
  return secretColumns[table]?.includes(column) === true
}

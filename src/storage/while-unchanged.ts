import type { DatabaseSync, StatementSync } from 'node:sqlite'

interface CachedValues<T> {
  readonly counter: StatementSync
  changes: unknown
  readonly values: Map<string, T>
}

/** Keys may be untrusted, so their number is limited. */
const MOST_VALUES = 1000

/**
 * Caches a value read from a database that only this connection writes, until the next write. SQLite counts every row that is inserted, changed
 * or deleted, and reading the count takes a tenth of a query. Within a transaction nothing is cached, because a rollback is not counted.
 */
export function readWhileUnchanged<T>(
  read: (db: DatabaseSync, key: string) => T,
): (db: DatabaseSync, key: string) => T {
  const databases = new WeakMap<DatabaseSync, CachedValues<T>>()
  return (db, key) => {
    if (db.isTransaction) return read(db, key)
    const known = databases.get(db) ?? begin(databases, db)
    const [total] = known.counter.get() as unknown as readonly unknown[]
    if (total !== known.changes || known.values.size >= MOST_VALUES) {
      known.values.clear()
      known.changes = total
    }
    const found = known.values.get(key)
    if (found !== undefined) return found
    const value = read(db, key)
    known.values.set(key, value)
    return value
  }
}

function begin<T>(databases: WeakMap<DatabaseSync, CachedValues<T>>, db: DatabaseSync): CachedValues<T> {
  const counter = db.prepare('SELECT total_changes()')
  counter.setReturnArrays(true)
  const known = { counter, changes: null, values: new Map<string, T>() }
  databases.set(db, known)
  return known
}

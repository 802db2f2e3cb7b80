import type { DatabaseSync } from 'node:sqlite'

export interface OnceValue {
  readonly kind: 'state' | 'embed-token'
  readonly value: string
  /** After this nobody accepts the value any more, so it need not be remembered. */
  readonly expiresAt: Date
}

/** Marks a value as used; true the first time only, also when two requests come at the same moment. */
export function useOnce(db: DatabaseSync, { kind, value, expiresAt }: OnceValue, now: Date): boolean {
  db.prepare('DELETE FROM used_once WHERE expires_at < ?').run(now.getTime())
  const { changes } = db
    .prepare('INSERT OR IGNORE INTO used_once VALUES (?, ?, ?)')
    .run(kind, value, expiresAt.getTime())
  return Number(changes) === 1
}

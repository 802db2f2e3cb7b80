import { digestSecret } from '../protocol/access-token.ts'
import { instantOfMs, text } from '../storage/columns.ts'
import { openDatabase, type Schema } from '../storage/database.ts'
import { prepared } from '../storage/statements.ts'

/** Local record of an authorization code, without the code itself. */
export interface CodeRecord {
  readonly appKey: string
  /** Identity of the target that issued it. */
  readonly identity: string
  readonly obtainedAt: Date
  /** When it was sent to the exchange; null before. */
  readonly usedAt: Date | null
}

/** Local evidence on codes for `triage` (EXCH-050). */
export interface CodeLedger {
  /** Records the first time that a code was seen. */
  noteObtained(code: string, facts: { appKey: string; identity: string; at: Date }): void
  noteUsed(code: string, at: Date): void
  find(code: string): CodeRecord | null
  close(): void
}

export const ledgerSchema: Schema = {
  migrations: [
    `CREATE TABLE codes (
      digest TEXT PRIMARY KEY, app_key TEXT NOT NULL, identity TEXT NOT NULL, obtained_at INTEGER NOT NULL, used_at INTEGER
    ) WITHOUT ROWID`,
  ],
}

/** Long after any code has expired, so that last week's failed install can still be explained. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** Opens the ledger of codes: digests and times in SQLite. */
export function openCodeLedger(path: string): CodeLedger {
  const db = openDatabase({ path, ...ledgerSchema })
  return {
    noteObtained(code, { appKey, identity, at }) {
      prepared(db, 'DELETE FROM codes WHERE obtained_at < ?').run(at.getTime() - KEPT_MS)
      prepared(
        db,
        'INSERT INTO codes (digest, app_key, identity, obtained_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      ).run(digestSecret(code), appKey, identity, at.getTime())
    },
    noteUsed(code, at) {
      prepared(db, 'UPDATE codes SET used_at = ? WHERE digest = ? AND used_at IS NULL').run(
        at.getTime(),
        digestSecret(code),
      )
    },
    find(code) {
      const row = prepared(db, 'SELECT * FROM codes WHERE digest = ?').get(digestSecret(code))
      if (row === undefined) return null
      const usedAt = row['used_at']
      return {
        appKey: text(row, 'app_key'),
        identity: text(row, 'identity'),
        obtainedAt: instantOfMs(row, 'obtained_at'),
        usedAt: usedAt === null ? null : new Date(Number(usedAt)),
      }
    },
    close: () => db.close(),
  }
}

import { sql, type Db } from './db.ts'
import { encodeBase64url } from './protocol/base64url.ts'

export interface OnceValue {
  readonly kind: 'state' | 'embed-token'
  readonly value: string
  /** After this nobody accepts the value any more, so it need not be remembered. */
  readonly expiresAt: Date
}

/** Marks a value as used; true the first time only, also when two requests come at the same moment. */
export async function useOnce(db: Db, { kind, value, expiresAt }: OnceValue, now: Date): Promise<boolean> {
  // Only its digest is kept: somebody who reads the database learns no token.
  const digest = encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))))
  const [, added] = await db.write([
    sql`DELETE FROM used_once WHERE expires_at < ${now.getTime()}`,
    sql`INSERT OR IGNORE INTO used_once (kind, value, expires_at) VALUES (${kind}, ${digest}, ${expiresAt.getTime()})`,
  ])
  return added === 1
}

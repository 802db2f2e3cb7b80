import type { Tools } from '../tools.ts'

export interface OnceValue {
  readonly kind: 'state' | 'embed-token'
  readonly value: string
  /** After this nobody accepts the value any more, so it need not be remembered. */
  readonly expiresAt: Date
}

/** Marks a value as used; true the first time only, also when two requests come at the same moment. */
export async function useOnce({ db }: Pick<Tools, 'db'>, { kind, value, expiresAt }: OnceValue): Promise<boolean> {
  const { changes } = await db.sql(
    'INSERT INTO used_once (kind, value, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    kind,
    value,
    expiresAt.getTime(),
  )
  return changes === 1
}

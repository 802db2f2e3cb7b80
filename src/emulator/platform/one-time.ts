import { digestSecret } from '../../protocol/access-token.ts'
import { text } from '../../storage/columns.ts'
import { insertRow, prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

export interface OneTimeValue {
  readonly purpose: 'sign-in' | 'consent' | 'portal'
  /** Owner or target of the value. It is returned, or must match, when the value is used. */
  readonly subject: string
}

/** Creates a value that works once within `lifetimeMs`. Only its digest is stored. With 128 bits, its address fits on one terminal line. */
export function issueOneTime(context: EmulatorContext, { purpose, subject }: OneTimeValue, lifetimeMs: number): string {
  const value = context.randomBytes(16).toString('base64url')
  const now = context.now().getTime()
  prepared(context.registry, 'DELETE FROM one_time_values WHERE expires_at < ?').run(now)
  insertRow(context.registry, 'one_time_values', {
    digest: digestSecret(value),
    purpose,
    subject,
    expires_at: now + lifetimeMs,
  })
  return value
}

/** Returns the subject of a used or expired value, or null if the value is unknown. */
export function pastSubject(
  { registry }: EmulatorContext,
  purpose: OneTimeValue['purpose'],
  value: string,
): string | null {
  const row = prepared(registry, 'SELECT subject FROM one_time_values WHERE digest = ? AND purpose = ?').get(
    digestSecret(value),
    purpose,
  )
  return row === undefined ? null : text(row, 'subject')
}

/** Uses a value and returns its subject, or null if the value is unknown, used, expired or for another purpose. */
export function useOneTime(context: EmulatorContext, purpose: OneTimeValue['purpose'], value: string): string | null {
  const now = context.now().getTime()
  const row = prepared(
    context.registry,
    `UPDATE one_time_values SET used_at = ? WHERE digest = ? AND purpose = ? AND used_at IS NULL AND expires_at >= ? RETURNING subject`,
  ).get(now, digestSecret(value), purpose, now)
  return row === undefined ? null : text(row, 'subject')
}

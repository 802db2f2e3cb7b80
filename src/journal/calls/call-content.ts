import { text, textOrNull } from '../../storage/columns.ts'
import { insertRow, prepared } from '../../storage/statements.ts'
import type { Journal } from '../journal.ts'

/** Headers and body of one side of a call, as stored in the journal. Secrets are already masked. */
export interface KeptMessage {
  /** In the order in which they were sent, with repeats. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: KeptBody
}

export interface KeptBody {
  /** Start of the body, secrets masked; null if it is not stored or empty. */
  readonly text: string | null
  /** Size of the body as sent. */
  readonly bytes: number
  /** Whether `text` is only the start. */
  readonly isCut: boolean
  /** Reason why no part of a body is stored: it is not text, it is compressed, or it belongs to a token exchange. Otherwise null. */
  readonly leftOut: 'binary' | 'compressed' | 'exchange' | null
}

export interface CallContent {
  readonly request: KeptMessage
  /** Null without a response from the platform. */
  readonly answer: KeptMessage | null
}

/** Stores content apart from the call's row, because lists read those rows and must not read the bodies, too. Raises the errors of SQLite. */
export function appendContent(journal: Journal, callId: number, { request, answer }: CallContent): void {
  insertRow(journal.db, 'call_contents', {
    call_id: callId,
    request: JSON.stringify(request),
    answer: answer === null ? null : JSON.stringify(answer),
  })
}

/** Returns the stored content of a call of any app; null if there is none. Raises the errors of SQLite. */
export function findContent(journal: Journal, callId: number): CallContent | null {
  const row = prepared(journal.db, 'SELECT request, answer FROM call_contents WHERE call_id = ?').get(callId)
  if (row === undefined) return null
  const answer = textOrNull(row, 'answer')
  // Only appendContent writes these columns.
  const request = JSON.parse(text(row, 'request')) as KeptMessage
  return { request, answer: answer === null ? null : (JSON.parse(answer) as KeptMessage) }
}

import { text, textOrNull } from '../../storage/columns.ts'
import { insertRow, prepared } from '../../storage/statements.ts'
import type { Journal } from '../journal.ts'

/** Headers and body of one side of a call, as the journal keeps them. Secrets are already masked. */
export interface KeptMessage {
  /** In the order in which they were sent, with repeats. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: KeptBody
}

export interface KeptBody {
  /** The start of the body, secrets masked; null where it is not kept or nothing was sent. */
  readonly text: string | null
  /** The size of the body as it was sent. */
  readonly bytes: number
  /** Whether `text` is only the start. */
  readonly isCut: boolean
  /** Why none of a body is kept: it is not text, it is compressed, or it belongs to a token exchange. Null otherwise. */
  readonly leftOut: 'binary' | 'compressed' | 'exchange' | null
}

export interface CallContent {
  readonly request: KeptMessage
  /** Null where the platform did not answer. */
  readonly answer: KeptMessage | null
}

/** Stored apart from the call's row, because lists read those rows and must not read the bodies too. Raises the errors of SQLite. */
export function appendContent(journal: Journal, callId: number, { request, answer }: CallContent): void {
  insertRow(journal.db, 'call_contents', {
    call_id: callId,
    request: JSON.stringify(request),
    answer: answer === null ? null : JSON.stringify(answer),
  })
}

/** What is kept of a call of any app; null where nothing is kept. Raises the errors of SQLite. */
export function findContent(journal: Journal, callId: number): CallContent | null {
  const row = prepared(journal.db, 'SELECT request, answer FROM call_contents WHERE call_id = ?').get(callId)
  if (row === undefined) return null
  const answer = textOrNull(row, 'answer')
  // Only appendContent writes these columns.
  const request = JSON.parse(text(row, 'request')) as KeptMessage
  return { request, answer: answer === null ? null : (JSON.parse(answer) as KeptMessage) }
}

import { text, textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { Journal } from '../journal.ts'

/** Headers and body of one side of a call, as they are kept: secrets are masked before they come here. */
export interface KeptMessage {
  /** In the order in which they were sent, repeats included. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: KeptBody
}

export interface KeptBody {
  /** The start of it, secrets masked; null where nothing is kept of it, or nothing was sent. */
  readonly text: string | null
  /** Bytes that were sent. */
  readonly bytes: number
  /** Whether `text` is the start only. */
  readonly isCut: boolean
  /** Why nothing of a body is kept: it is not text, it is compressed, or it belongs to a token exchange. Null otherwise. */
  readonly leftOut: 'binary' | 'compressed' | 'exchange' | null
}

export interface CallContent {
  readonly request: KeptMessage
  /** Null where the platform did not answer. */
  readonly answer: KeptMessage | null
}

/** Beside the call's row, which is read for lists: the lists must not read over bodies. Raises what SQLite raises. */
export function appendContent(journal: Journal, callId: number, { request, answer }: CallContent): void {
  prepared(journal.db, 'INSERT INTO call_contents (call_id, request, answer) VALUES (?, ?, ?)').run(
    callId,
    JSON.stringify(request),
    answer === null ? null : JSON.stringify(answer),
  )
}

/** What is kept of a call of any app; null where nothing is. Raises what SQLite raises. */
export function findContent(journal: Journal, callId: number): CallContent | null {
  const row = prepared(journal.db, 'SELECT request, answer FROM call_contents WHERE call_id = ?').get(callId)
  if (row === undefined) return null
  const answer = textOrNull(row, 'answer')
  // Both were written by appendContent alone.
  const request = JSON.parse(text(row, 'request')) as KeptMessage
  return { request, answer: answer === null ? null : (JSON.parse(answer) as KeptMessage) }
}

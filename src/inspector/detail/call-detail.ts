import { findContent, type KeptBody, type KeptMessage } from '../../journal/calls/call-content.ts'
import { callColumns } from '../../journal/calls/calls.ts'
import type { Journal } from '../../journal/journal.ts'
import { callEntry, type CallEntry } from '../../journal/timeline.ts'
import { prepared } from '../../storage/statements.ts'
import { indentJson } from '../../text/indent-json.ts'
import { parseJson } from '../../text/json.ts'
import { callCurl, type CallCurl } from './call-curl.ts'

/** Headers and body of one side, as the page shows them. */
export interface ShownMessage {
  readonly headers: KeptMessage['headers']
  readonly body: Omit<KeptBody, 'text'> & {
    readonly raw: string | null
    /** Indented if the body is complete JSON. */
    readonly pretty: string | null
  }
}

export interface CallDetail extends CallEntry {
  readonly isKept: boolean
  /** Null if headers and bodies were not stored. */
  readonly request: ShownMessage | null
  readonly answer: ShownMessage | null
  /** Null if the address of the platform's API is unknown. */
  readonly curl: CallCurl | null
}

/** Returns one API call, with its headers and bodies if stored, or null for an unknown number. Raises SQLite errors. */
export function callDetail(journal: Journal, id: number, baseUrl: URL | null): CallDetail | null {
  const row = prepared(journal.db, `SELECT ${callColumns} FROM calls c WHERE app_key = ? AND id = ?`).get(
    journal.appKey,
    id,
  )
  if (row === undefined) return null
  const call = callEntry(row)
  const content = findContent(journal, id)
  return {
    ...call,
    isKept: content !== null,
    request: content && shown(content.request),
    answer: content?.answer ? shown(content.answer) : null,
    curl: baseUrl && callCurl(call, { baseUrl, content }),
  }
}

function shown({ headers, body: { text, ...rest } }: KeptMessage): ShownMessage {
  return {
    headers,
    body: { ...rest, raw: text, pretty: text !== null && parseJson(text).ok ? indentJson(text) : null },
  }
}

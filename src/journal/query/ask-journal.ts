import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { AppError } from '../../errors.ts'
import { programFile } from '../../processes/program-file.ts'
import { parseJson } from '../../text/json.ts'
import { queryMistake } from './query-mistake.ts'
import type { QueryReply, QueryRequest } from './query-wire.ts'

export type QueryRows = Extract<QueryReply, { kind: 'rows' }>

export interface AskTools {
  readonly nodePath: string
  /** Aborts the query. */
  readonly signal: AbortSignal
}

/** Time for a process to start on a busy machine, in addition to the query's own time, in ms. */
const START_MS = 15_000

/**
 * Reads rows of the documented views (`query-views.ts`) in a separate process that is killed at `timeoutMs`. Numbers above 2^53 are `ExactNumber`. Raises
 * `journal.bad-query` for text that is not a query or not allowed, `journal.query-limit` if it exceeds time, memory or size, and `cli.interrupted`.
 */
export async function askJournal({ nodePath, signal }: AskTools, request: QueryRequest): Promise<QueryRows> {
  const file = programFile(import.meta.url, 'journal/query/query-program')
  // The child gets none of our environment, which contains secrets and options.
  const child = spawn(nodePath, ['--no-warnings', file], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    windowsHide: true,
  })
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(end, request.timeoutMs + START_MS)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  child.on('error', end)
  child.stdin.on('error', end)
  child.stdin.end(JSON.stringify(request))
  try {
    const said = await text(child.stdout)
    if (signal.aborted) throw new AppError('cli.interrupted', 'The query was stopped.')
    const parsed = parseJson(said)
    return rowsOf(parsed.ok ? (parsed.value as QueryReply) : { kind: 'limit', what: 'memory' }, request)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

function rowsOf(reply: QueryReply, { sql, timeoutMs }: QueryRequest): QueryRows {
  if (reply.kind === 'rows') return reply
  if (reply.kind === 'rejected') {
    const { message, suggestions } = queryMistake({ refused: reply.message, sql })
    throw new AppError('journal.bad-query', `The query was not run: ${message}`, { suggestions })
  }
  const limits = {
    time: `The query took more than ${timeoutMs / 1000} s and was stopped.`,
    memory: 'The query used too much memory and was stopped.',
    size: 'The result is larger than 32 MB.',
  }
  throw new AppError('journal.query-limit', limits[reply.what], {
    details: { limit: reply.what },
    suggestions: [
      ...(/\brecursive\b/i.test(sql) ? ['Add a WHERE or LIMIT that stops the recursive WITH.'] : []),
      "Narrow the query: add WHERE at > '2026-11-01' or a LIMIT, or select fewer columns.",
      ...(reply.what === 'time' ? ['Or add --timeout 30s to allow more time.'] : []),
    ],
  })
}

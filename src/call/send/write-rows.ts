import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { Client } from '../../client/client.ts'
import { writeBulk, type ChunkOutcome } from '../../client/rows/bulk.ts'
import { ReportedError } from '../../command/reported-error.ts'
import { AppError } from '../../errors.ts'
import { writeFileAtomic } from '../../storage/files.ts'
import { confirmLiveWrite } from '../../tasks/call/confirm-live-write.ts'
import { openClient } from '../../tasks/call/open-client.ts'
import { bulkAnswer, bulkFailure, rowsLeft, withFate } from '../show/bulk-report.ts'
import { includeHead } from '../show/include.ts'
import { openSink } from '../show/open-sink.ts'
import { guessRowsPlace, rowsAt } from '../show/rows.ts'
import { wantedOf, type PendingCall } from './pending-call.ts'
import { writablePath } from './writable-path.ts'
import { chunkRowsOf, typedRows } from './write-bodies.ts'

/**
 * Writes the rows of a bulk body in as many requests as it takes, shows what became of them, and leaves those that were not written in `--failed-out`. Raises
 * `api.partial-failure` when only a part was written, and the platform's own refusal when nothing was.
 */
export async function writeRows(call: PendingCall): Promise<void> {
  const { context, facts, flags, target } = call
  const failedOut = fileOf(call)
  const rows = typedRows(call)
  const heads = includeHead(call)
  const { client, close } = await openClient(context, { ...wantedOf(call), onResponse: heads.seen })
  const chunks: ChunkOutcome[] = []
  try {
    await confirmLiveWrite(context.terminal, { target, endpoint: facts, isAgreed: flags['yes'] === true })
    try {
      for await (const chunk of chunksOf(call, { client, rows })) {
        chunks.push(chunk)
        heads.show()
        if (context.interrupted.aborted && rowsLeft(rows, chunks).length > 0)
          throw withFate(stopped(), { rows, chunks }, failedOut?.given ?? null)
      }
    } finally {
      // Also when it was broken off: a row without an outcome was not sent.
      if (failedOut !== null) writeFileAtomic({ path: failedOut.path, content: textOf(rowsLeft(rows, chunks)) })
    }
    showAnswer(call, { rows, chunks })
    endWith(call, bulkFailure({ rows, chunks }, failedOut?.given ?? null))
  } finally {
    close()
  }
}

function stopped(): AppError {
  return new AppError('cli.interrupted', 'Stopped.')
}

interface FailedOut {
  readonly given: string
  readonly path: string
}

/** Where the rows that fail are to go: afterwards they could only be lost. */
function fileOf({ context, flags }: PendingCall): FailedOut | null {
  const given = flags['failed-out']
  if (typeof given !== 'string') return null
  return { given, path: writablePath(context.cwd, { given, flag: '--failed-out' }) }
}

/** A JSON array, a row a line: it can be sent again as it stands. */
function textOf(rows: readonly unknown[]): string {
  return rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}

function chunksOf(call: PendingCall, { client, rows }: { client: Client; rows: readonly unknown[] }) {
  // The dispatcher saw that it is one of the catalog's (run-pending-call.ts).
  const endpoint = call.facts.known as EndpointFacts
  const { params, query } = call.input
  const input = { params, query, region: wantedOf(call).region } as object
  return writeBulk({ client, endpoint, rows, input, chunkRows: chunkRowsOf(endpoint, call.flags) })
}

function showAnswer(call: PendingCall, written: { rows: readonly unknown[]; chunks: readonly ChunkOutcome[] }): void {
  const result = bulkAnswer(written, { isForPerson: call.options.format === 'view' })
  if (result === null) return
  const sink = openSink(call, { isWalk: false })
  sink.begin(null)
  const place = guessRowsPlace(result.body)
  sink.answer({ result, rows: rowsAt(result.body, place), place })
  sink.finish()
  sink.end()
}

/** With the answer on stdout the failure goes to stderr, so that stdout stays one document. */
function endWith({ options, context: { terminal } }: PendingCall, failure: BulkEnd): void {
  if (failure === null) return
  if (options.format === 'view' || !failure.isShown) throw failure.error
  terminal.note([failure.error.message, ...failure.error.suggestions].join('\n'))
  throw new ReportedError(failure.error.oclif.exit, failure.error)
}

type BulkEnd = ReturnType<typeof bulkFailure>

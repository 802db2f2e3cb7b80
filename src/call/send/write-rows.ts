import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { rowsPlaceOf } from '../../catalog/rows-place.ts'
import { readBody } from '../../client/body.ts'
import { DEFAULT_CHUNK_ROWS, MAX_CHUNK_ROWS, writeBulk, type ChunkOutcome } from '../../client/rows/bulk.ts'
import { AppError } from '../../errors.ts'
import { writeFileAtomic } from '../../storage/files.ts'
import { rowFieldsOf } from '../input/fields.ts'
import { rowsAt } from '../show/rows.ts'
import { bulkAnswer, bulkFailure, rowsLeft, withFate } from './bulk-report.ts'
import type { Call } from './call.ts'
import type { Sending, Way } from './way.ts'
import { writablePath } from './writable-path.ts'

/**
 * Writes the rows of a bulk body in as many requests as it takes and answers once, with what became of them; those that were not written are left in
 * `--failed-out`. Raises the platform's own refusal when nothing was written.
 */
export function writeRows(call: Call): Way {
  const { facts, asked, options, context } = call
  // The road saw that it is one (run-call.ts).
  const endpoint = facts.known as EndpointFacts
  const { chunkRows = defaultChunkRows(endpoint), failedOut: given } = options
  // Afterwards they could only be lost.
  const failedOut = given === undefined ? null : writablePath(context.cwd, { given, flag: '--failed-out' })
  const rows = typedRows(asked)
  return {
    isWalk: false,
    hasMany: rows.length > chunkRows,
    isLive: false,
    requests: async () => {
      if (rows.length <= chunkRows) return [asked]
      const starts = Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, at) => at * chunkRows)
      return starts.map((at) => ({ ...asked, body: JSON.stringify({ items: rows.slice(at, at + chunkRows) }) }))
    },
    async *answers({ client, pin }, { head }) {
      const input = { params: asked.params, query: asked.query, region: pin } as object
      const chunks: ChunkOutcome[] = []
      try {
        for await (const chunk of writeBulk({ client, endpoint, rows, input, chunkRows })) {
          chunks.push(chunk)
          head.show()
          if (context.interrupted.aborted && rowsLeft(rows, chunks).length > 0)
            throw withFate(new AppError('cli.interrupted', 'Stopped.'), { rows, chunks }, given)
        }
      } finally {
        // Also when it was broken off: a row without an outcome was not sent.
        if (failedOut !== null) writeFileAtomic({ path: failedOut, content: textOf(rowsLeft(rows, chunks)) })
      }
      const written = { rows, chunks, fields: rowFieldsOf(endpoint.body) }
      const result = bulkAnswer(written, { isForPerson: options.format === 'view' })
      const failure = bulkFailure(written, given)
      if (result === null && failure !== null) throw failure
      const place = rowsPlaceOf(endpoint)
      if (result !== null) yield { result: { ...result, failure }, rows: rowsAt(result.body, place), place }
    },
  }
}

/** Few where each row has its own result, and as many as go where all are written or none (A8). */
function defaultChunkRows({ rows }: EndpointFacts): number {
  return rows === 'each' ? DEFAULT_CHUNK_ROWS : MAX_CHUNK_ROWS
}

/** With every number as it was typed. */
function typedRows({ body }: Sending['asked']): readonly unknown[] {
  const read = typeof body === 'string' ? readBody(Buffer.from(body)) : null
  const rows: unknown = typeof read === 'object' && read !== null && 'items' in read ? read.items : []
  return Array.isArray(rows) ? (rows as readonly unknown[]) : []
}

/** A JSON array, a row a line: it can be sent again as it stands. */
function textOf(rows: readonly unknown[]): string {
  return rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}

import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { rowsLocation } from '../../catalog/rows-location.ts'
import { readBody } from '../../client/body.ts'
import { DEFAULT_CHUNK_ROWS, writeBulk } from '../../client/rows/bulk.ts'
import { chunksOf, MAX_CHUNK_ROWS } from '../../client/rows/chunks.ts'
import { AppError } from '../../errors.ts'
import { openFileAtomic } from '../../storage/files.ts'
import type { RowSource } from '../input/csv-rows.ts'
import { listRowFields } from '../input/fields.ts'
import { bulkAnswer, bulkFailure, createTally, withFate } from './bulk-report.ts'
import type { Call } from './call.ts'
import { rowsAt } from './rows.ts'
import type { Sending, Strategy } from './strategy.ts'
import { writablePath } from './writable-path.ts'

/**
 * Writes the rows of a bulk body in as many requests as needed and returns one response with their outcome.
 * Rows that were not written go to `--failed-out`. Raises the platform's own error if nothing was written.
 */
export function writeRows(call: Call): Strategy {
  const { facts, asked, options, context } = call
  // run-call.ts has checked that it is a bulk write.
  const endpoint = facts.known as EndpointFacts
  const { chunkRows = defaultChunkRows(endpoint), failedOut: given } = options
  // Checked before sending, because afterwards the failed rows would be lost.
  const failedOut = given === undefined ? null : writablePath(context.cwd, { given, flag: '--failed-out' })
  const rows = asked.rows ?? typedRows(asked)
  const { count } = rows
  const stop = () => (context.interrupted.aborted ? new AppError('cli.interrupted', 'Stopped.') : null)
  return {
    isWalk: false,
    hasMany: count > chunkRows,
    isLive: false,
    requests: async () => {
      if (asked.rows === undefined && count <= chunkRows) return [asked]
      return [...chunksOf(rows.rows(), chunkRows)].map((items) => ({ ...asked, body: JSON.stringify({ items }) }))
    },
    async *answers({ client, pin }, { head }) {
      const input = { params: asked.params, query: asked.query, region: pin } as object
      const { written, add } = createTally({ total: count, fields: listRowFields(endpoint.body) })
      const left = failedOut === null ? null : openLeft(failedOut)
      try {
        for await (const chunk of writeBulk({ client, endpoint, rows: rows.rows(), input, chunkRows, stop })) {
          const unwritten = add(chunk)
          left?.add(unwritten)
          head.show()
        }
      } catch (error) {
        throw error instanceof AppError ? withFate(error, written, given) : error
      } finally {
        // Also if the write was aborted.
        left?.close()
      }
      const reader = { isForPerson: options.format === 'view' }
      const result = bulkAnswer(written, reader)
      const failure = bulkFailure(written, given, reader)
      if (failure !== null && (result === null || failure.code === 'cli.interrupted')) throw failure
      const place = rowsLocation(endpoint)
      if (result !== null) yield { result: { ...result, failure }, rows: rowsAt(result.body, place), place }
    },
  }
}

/** Few if each row has its own result, and the maximum if the write is all or nothing (A8). */
function defaultChunkRows({ rows }: EndpointFacts): number {
  return rows === 'each' ? DEFAULT_CHUNK_ROWS : MAX_CHUNK_ROWS
}

/** Keeps every number as typed. */
function typedRows({ body }: Sending['asked']): RowSource {
  const read = typeof body === 'string' ? readBody(Buffer.from(body)) : null
  const items: unknown = typeof read === 'object' && read !== null && 'items' in read ? read.items : []
  const rows = Array.isArray(items) ? (items as readonly unknown[]) : []
  return { count: rows.length, rows: () => rows }
}

/** Writes rows to a file as they arrive: a JSON array with one row per line, which can be sent again unchanged. */
function openLeft(path: string): { readonly add: (rows: readonly unknown[]) => void; readonly close: () => void } {
  const file = openFileAtomic({ path })
  let count = 0
  return {
    add(rows) {
      if (rows.length === 0) return
      file.write(`${count === 0 ? '[\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`)
      count += rows.length
    },
    close() {
      file.write(count === 0 ? '[]\n' : '\n]\n')
      file.close()
    },
  }
}

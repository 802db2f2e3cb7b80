import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { readBody } from '../../client/body.ts'
import { DEFAULT_CHUNK_ROWS, MAX_CHUNK_ROWS } from '../../client/rows/bulk.ts'
import type { PendingCall } from './pending-call.ts'

/** The rows of a bulk write with every number as it was typed. */
export function typedRows({ input: { body } }: Pick<PendingCall, 'input'>): readonly unknown[] {
  const read = readBody(Buffer.from(body ?? ''))
  const rows: unknown = typeof read === 'object' && read !== null && 'items' in read ? read.items : []
  return Array.isArray(rows) ? (rows as readonly unknown[]) : []
}

/** Rows in one request: as asked for, else few where each row has its own result, and as many as go where all are written or none (A8). */
export function chunkRowsOf(endpoint: EndpointFacts, flags: PendingCall['flags']): number {
  const asked = flags['chunk-size']
  if (typeof asked === 'number') return asked
  return endpoint.rows === 'each' ? DEFAULT_CHUNK_ROWS : MAX_CHUNK_ROWS
}

/** The bodies that the call would send: one, or one for each chunk of a bulk write. */
export function bodiesOf(call: PendingCall): readonly (string | undefined)[] {
  const { facts, flags, input } = call
  if (facts.known?.rows === undefined) return [input.body]
  const rows = typedRows(call)
  const size = chunkRowsOf(facts.known, flags)
  const count = Math.ceil(rows.length / size)
  if (count <= 1) return [input.body]
  return Array.from({ length: count }, (_, at) => JSON.stringify({ items: rows.slice(at * size, (at + 1) * size) }))
}

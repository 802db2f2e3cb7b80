import { AppError } from '../../errors.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { isObject, type JsonObject } from '../../text/json.ts'

/** At most this many rows are listed in the words of the error. */
const SHOWN_ROWS = 10

/**
 * A 2xx that did not do all of it (A20, P23): `success:false` at the top of a write, `failed` above 0, or a row with `success:false`.
 * Null when all went well. Reads need no `success` (P5), and a first cost write with `updated:false` is fine (A39).
 */
export function partialFailure(body: unknown, { isWrite }: { isWrite: boolean }): AppError | null {
  if (!isWrite || !isObject(body)) return null
  const rows = rowsOf(body)
  const failedRows = rows.filter((row) => isObject(row) && row['success'] === false)
  const failed = Math.max(failedRows.length, Number(body['failed'] ?? 0) || 0)
  const total = typeof body['total'] === 'number' ? body['total'] : rows.length
  if (failed === 0) return body['success'] === false ? notDone(body) : null
  return new AppError('api.partial-failure', `The platform returned 2xx, but ${ofTotal(failed, total)} failed.`, {
    suggestions: failedRows.slice(0, SHOWN_ROWS).map((row) => foreignText(JSON.stringify(row))),
    details: { failed, total },
  })
}

function notDone({ message }: JsonObject): AppError {
  const words = typeof message === 'string' ? foreignText(message) : 'no reason given'
  return new AppError('api.partial-failure', `The platform returned 2xx with success: false: ${words}.`)
}

function ofTotal(failed: number, total: number): string {
  return total > 0 ? `${failed} of ${total} rows` : `${failed} rows`
}

function rowsOf(body: JsonObject): readonly unknown[] {
  const { results, items } = body
  if (Array.isArray(results)) return results
  return Array.isArray(items) ? items : []
}

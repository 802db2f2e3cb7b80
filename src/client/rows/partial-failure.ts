import { AppError } from '../../errors.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { isObject, type JsonObject } from '../../text/json.ts'

/** Maximum number of rows that the error message lists. */
const SHOWN_ROWS = 10

/**
 * Returns the error of a 2xx that failed in part (A20, P23): `success:false` at the top of a write, `failed` above 0, or a row with
 * `success:false`. Null if everything succeeded. Reads need no `success` (P5), and a first cost write with `updated:false` is valid (A39).
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
  return new AppError('api.partial-failure', `The platform returned 2xx, but success is false: ${words}.`)
}

function ofTotal(failed: number, total: number): string {
  if (total > 0) return `${failed} of ${total} rows`
  return failed === 1 ? '1 row' : `${failed} rows`
}

function rowsOf(body: JsonObject): readonly unknown[] {
  const { results, items } = body
  if (Array.isArray(results)) return results
  return Array.isArray(items) ? items : []
}

import { ExactNumber } from '../../text/json.ts'

/**
 * Returns the result of each row of a bulk write, in the order of the rows; null for a row without one. Rows and results are matched by the
 * key that both have. If every result matches the row at its index, indexes decide, so that two rows with one key stay separate.
 */
export function matchResults(rows: readonly unknown[], results: readonly unknown[]): readonly unknown[] {
  const rowKeys = rows.map(keyOfRow)
  const resultKeys = results.map(keyOfResult)
  const inOrder =
    results.length === rows.length && resultKeys.every((key, at) => key === null || key === (rowKeys[at] ?? null))
  if (inOrder) return results
  const byKey = new Map<string, unknown[]>()
  for (const [at, key] of resultKeys.entries())
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), results[at]])
  return rowKeys.map((key) => (key === null ? null : (byKey.get(key)?.shift() ?? null)))
}

/** Returns `externalRef` of products, `key` of attributes, or the ids of products of a price list. */
function keyOfRow(row: unknown): string | null {
  return textOf(row, 'externalRef') ?? textOf(row, 'key') ?? textOf(row, 'productId')
}

/** Attribute endpoints return the sent row as `sent` (B33). */
function keyOfResult(result: unknown): string | null {
  return textOf(result, 'externalRef') ?? textOf(result, 'sent') ?? textOf(result, 'key') ?? textOf(result, 'productId')
}

function textOf(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null
  const found: unknown = Reflect.get(value, name)
  if (typeof found === 'string' || typeof found === 'number' || found instanceof ExactNumber) return String(found)
  return null
}

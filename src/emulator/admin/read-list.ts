import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import { integer, type Row } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'

export interface KeysetList {
  /** SELECTs of `id`, each from one index and ending in conditions, merged newest first. No row is in two of them. */
  readonly parts: readonly string[]
  /** Named parameters of the parts. */
  readonly values: Readonly<Record<string, SQLInputValue>>
  /** SELECT of the shown columns from `found`, a table with the column `id`. */
  readonly select: string
  /** Exclusive upper limit of the ids. */
  readonly before: number
}

export interface ListPage {
  readonly rows: readonly Row[]
  /** Last id of the page, or null on the last page. */
  readonly last: number | null
}

/** Number of rows on a page. */
const PAGE_ROWS = 50

/** Reads one page of a list, newest first. It starts after the previous page, so that a distant page costs no more than the first. */
export function readList(db: DatabaseSync, { parts, values, select, before }: KeysetList): ListPage {
  const merged = parts.map((part) => `${part} AND id < :before`).join(' UNION ALL ')
  const rows = prepared(
    db,
    `WITH found (id) AS MATERIALIZED (${merged} ORDER BY 1 DESC LIMIT ${PAGE_ROWS + 1})
     ${select} ORDER BY found.id DESC`,
  ).all({ ...values, before })
  const shown = rows.slice(0, PAGE_ROWS)
  const last = shown.at(-1)
  return { rows: shown, last: rows.length > PAGE_ROWS && last !== undefined ? integer(last, 'id') : null }
}

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import { integer, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

export interface KeysetList {
  /** SELECTs of `id`, each out of one index and ending in conditions; merged, newest first. No row is in two of them. */
  readonly parts: readonly string[]
  /** The named parameters of the parts. */
  readonly values: Readonly<Record<string, SQLInputValue>>
  /** What is shown of `found`, a table with the column `id`. */
  readonly select: string
  /** Ids below this one. */
  readonly before: number
}

export interface ListPage {
  readonly rows: readonly Row[]
  /** The last id of the page when the list goes on. */
  readonly last: number | null
}

/** Rows on a page. */
const PAGE_ROWS = 50

/** One page of a list, newest first: it begins where the one before ended, so that a page far back costs no more than the first. */
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

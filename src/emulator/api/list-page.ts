import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import type { Row } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import { COUNT_BLOCK } from '../db/store/counts.ts'
import { offsetOf } from './page.ts'

/** A list whose rows are counted by triggers (db/store/counts.ts). */
export interface CountedList {
  readonly counts: 'order_counts' | 'product_counts'
  /** SQL over `region_id` and `status` of the counts. */
  readonly where: string
  /** SELECTs of the ids, each out of one index; merged, newest first. No row is in two of them. */
  readonly parts: readonly string[]
  /** Column of the parts that holds the id. */
  readonly idColumn: string
  /** The named parameters of `where` and `parts`. */
  readonly values: Readonly<Record<string, SQLInputValue>>
  /** What is shown of `page`, a table with the column `id`. */
  readonly select: string
}

export interface Page {
  readonly page: number
  readonly pageSize: number
}

export interface PageOfRows {
  readonly rows: readonly Row[]
  /** Rows of the whole list. */
  readonly totalCount: number
}

/** One page of a list, newest first, with the number of rows in all: neither costs more where there are more rows. */
export function readPage(db: DatabaseSync, list: CountedList, { page, pageSize }: Page): PageOfRows {
  const { counts, where, values, parts, idColumn, select } = list
  const total = prepared(db, `SELECT sum(n) AS n FROM ${counts} WHERE block = -1 AND ${where}`).get(values)
  const totalCount = Number(total?.['n'] ?? 0)
  const offset = offsetOf(page, pageSize)
  if (offset >= totalCount) return { rows: [], totalCount }
  const { below, skip } = offset < COUNT_BLOCK ? newest(offset) : startOf(db, list, offset)
  const merged = parts.map((part) => `${part} AND ${idColumn} < :below`).join(' UNION ALL ')
  const rows = prepared(
    db,
    `WITH page (id) AS MATERIALIZED (${merged} ORDER BY 1 DESC LIMIT :pageSize OFFSET :skip) ${select} ORDER BY page.id DESC`,
  ).all({ ...values, below, pageSize, skip })
  return { rows, totalCount }
}

interface Start {
  /** The page is below this id. */
  readonly below: number
  /** Rows below it that come before the page; fewer than a block has. */
  readonly skip: number
}

function newest(offset: number): Start {
  return { below: Number.MAX_SAFE_INTEGER, skip: offset }
}

/** The block that holds the row at `offset`, found by adding up the counts of the blocks above it. */
function startOf(db: DatabaseSync, { counts, where, values }: CountedList, offset: number): Start {
  const row = prepared(
    db,
    `SELECT block, before FROM (
       SELECT block, sum(rows) OVER (ORDER BY block DESC) - rows AS before
       FROM (SELECT block, sum(n) AS rows FROM ${counts} WHERE block >= 0 AND ${where} GROUP BY block)
     ) WHERE before <= :offset ORDER BY block LIMIT 1`,
  ).get({ ...values, offset })
  const block = Number(row?.['block'])
  return { below: (block + 1) * COUNT_BLOCK, skip: offset - Number(row?.['before']) }
}

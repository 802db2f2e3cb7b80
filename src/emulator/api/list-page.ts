import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import { integer } from '../../storage/columns.ts'
import type { Row } from '../../storage/columns.ts'
import { prepared, readInteger } from '../../storage/statements.ts'
import { readWhileUnchanged } from '../../storage/while-unchanged.ts'
import { COUNT_BLOCK } from '../db/store/counts.ts'
import { offsetOf } from './page.ts'

/** List whose rows are counted by triggers (db/store/counts.ts). */
export interface CountedList {
  readonly counts: 'order_counts' | 'product_counts'
  /** SQL condition on `region_id` and `status` of the counts. */
  readonly where: string
  /** SELECTs of the ids, each from one index, merged newest first. No row is in two of them. */
  readonly parts: readonly string[]
  /** Id column of the parts. */
  readonly idColumn: string
  /** Named parameters of `where` and `parts`. */
  readonly values: Readonly<Record<string, SQLInputValue>>
  /** SELECT of the shown columns from `page`, a table with the column `id`. */
  readonly select: string
}

export interface Page {
  readonly page: number
  readonly pageSize: number
}

export interface PageOfRows {
  readonly rows: readonly Row[]
  /** Number of rows in the whole list. */
  readonly totalCount: number
}

/** Reads one page, newest first, with the total number of rows. The cost of neither grows with the number of rows. */
export function readPage(db: DatabaseSync, list: CountedList, { page, pageSize }: Page): PageOfRows {
  const totalCount = countTotal(db, list)
  const offset = offsetOf(page, pageSize)
  if (offset >= totalCount) return { rows: [], totalCount }
  // The index alone gives both ends of the page. Reading the rows between two ids costs half as much as joining them to a table of ids.
  const newest = offset === 0 ? Number.MAX_SAFE_INTEGER : idAt(db, list, offset)
  const oldest = findOldest(db, list, { newest, rows: Math.min(pageSize, totalCount - offset) })
  const rows = prepared(
    db,
    `WITH page (id) AS (${merged(list, 'BETWEEN :oldest AND :newest')}) ${list.select} ORDER BY page.id DESC`,
  ).all({ ...list.values, oldest, newest })
  return { rows, totalCount }
}

function merged({ parts, idColumn }: CountedList, range: string): string {
  return parts.map((part) => `${part} AND ${idColumn} ${range}`).join(' UNION ALL ')
}

/** Returns the last id of this many rows, starting with `newest`. */
function findOldest(db: DatabaseSync, list: CountedList, { newest, rows }: { newest: number; rows: number }): number {
  const id = `SELECT (${merged(list, '<= :newest')} ORDER BY 1 DESC LIMIT 1 OFFSET :skip)`
  return readInteger(db, id, { ...list.values, newest, skip: rows - 1 })
}

function countTotal(db: DatabaseSync, { counts, where, values }: CountedList): number {
  return readTotal(db, JSON.stringify([`SELECT sum(n) FROM ${counts} WHERE block = -1 AND ${where}`, values]))
}

/** A query with its named values, as the text key of its cached result. */
type KeyedQuery = readonly [sql: string, values: CountedList['values']]

const readTotal = readWhileUnchanged((db, key) => {
  const [sql, values] = JSON.parse(key) as KeyedQuery
  return readInteger(db, sql, values)
})

/** Returns the id of the row at this offset, which must be within the list. */
function idAt(db: DatabaseSync, list: CountedList, offset: number): number {
  const { counts, where, values } = list
  const blocks = readBlocks(
    db,
    JSON.stringify([
      `SELECT block, sum(n) AS n FROM ${counts} WHERE block >= 0 AND ${where} GROUP BY block ORDER BY block DESC`,
      values,
    ]),
  )
  const { block, before } = blocks.findLast((one) => one.before <= offset) ?? { block: 0, before: 0 }
  const ids = readIds(
    db,
    JSON.stringify([
      `SELECT json_group_array(id ORDER BY id DESC) AS ids FROM (WITH block (id) AS (${merged(list, 'BETWEEN :first AND :last')}) SELECT id FROM block)`,
      { ...values, first: block * COUNT_BLOCK, last: (block + 1) * COUNT_BLOCK - 1 },
    ]),
  )
  return Number(ids[offset - before])
}

interface Block {
  readonly block: number
  /** Number of rows in the blocks before this one. */
  readonly before: number
}

/** Reads the blocks, newest first. */
const readBlocks = readWhileUnchanged((db, key): readonly Block[] => {
  const [sql, values] = JSON.parse(key) as KeyedQuery
  let before = 0
  return prepared(db, sql)
    .all(values)
    .map((row) => {
      const block = { block: integer(row, 'block'), before }
      before += integer(row, 'n')
      return block
    })
})

/** Reads all ids of a block, newest first, because a reader of one distant page reads its neighbors next. */
const readIds = readWhileUnchanged((db, key): readonly number[] => {
  const [sql, values] = JSON.parse(key) as KeyedQuery
  return JSON.parse(String(prepared(db, sql).get(values)?.['ids'])) as number[]
})

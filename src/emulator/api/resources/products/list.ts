import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import { prepared, readInteger } from '../../../../storage/statements.ts'
import { readPage, type CountedList, type Page, type PageOfRows } from '../../list-page.ts'
import { offsetOf } from '../../page.ts'
import { shownColumns } from './row.ts'

/** Filters of a product list. Null means no filter. */
export interface ProductFilter {
  readonly regionId: number | null
  readonly status: string | null
  readonly categoryId: number | null
  /** Substring of name or SKU. */
  readonly search: string | null
}

/** Only the delta includes deleted products. */
const shownStatuses = ['A', 'P']

const select = `SELECT ${shownColumns} FROM page CROSS JOIN products p ON p.id = page.id
  CROSS JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = :region`

/** Reads one page of a region's products with its prices, newest first. */
export function readProducts(db: DatabaseSync, filter: ProductFilter, page: Page): PageOfRows {
  const { status, categoryId, search } = filter
  const statuses = shownStatuses.filter((one) => status === null || one === status)
  if (statuses.length === 0) return { rows: [], totalCount: 0 }
  return categoryId === null && search === null
    ? readPage(db, countedProducts(filter, statuses), page)
    : searchProducts(db, { ...filter, statuses }, page)
}

function countedProducts({ regionId }: ProductFilter, statuses: readonly string[]): CountedList {
  return {
    counts: 'product_counts',
    where: `region_id = :region AND status IN (${quoted(statuses)})`,
    parts: statuses.map(
      (status) => `SELECT product_id FROM listed_products WHERE region_id = :region AND status = '${status}'`,
    ),
    idColumn: 'product_id',
    values: { region: regionId },
    select,
  }
}

/** Reads a page for filters without stored counts. The total is still exact, from the category's index if filtered by category, else from all products. */
function searchProducts(
  db: DatabaseSync,
  { regionId, statuses, categoryId, search }: ProductFilter & { readonly statuses: readonly string[] },
  { page, pageSize }: Page,
): PageOfRows {
  const conditions = [`p.status IN (${quoted(statuses)})`]
  const values: Record<string, SQLInputValue> = { region: regionId }
  if (categoryId !== null) {
    conditions.push('p.category_id = :category')
    values['category'] = categoryId
  }
  if (search !== null) {
    // `LIKE` is avoided because it rejects patterns over 50,000 bytes and treats `%` and `_` as wildcards.
    conditions.push('(instr(lower(p.name), lower(:search)) > 0 OR instr(lower(p.sku), lower(:search)) > 0)')
    values['search'] = search
  }
  const found = `FROM products p CROSS JOIN listed_products l
    ON l.region_id = :region AND l.status = p.status AND l.product_id = p.id WHERE ${conditions.join(' AND ')}`
  const totalCount = readInteger(db, `SELECT count(*) ${found}`, values)
  const skip = offsetOf(page, pageSize)
  if (skip >= totalCount) return { rows: [], totalCount }
  const rows = prepared(
    db,
    `WITH page (id) AS MATERIALIZED (SELECT p.id ${found} ORDER BY p.id DESC LIMIT :pageSize OFFSET :skip)
     ${select} ORDER BY page.id DESC`,
  ).all({ ...values, pageSize, skip })
  return { rows, totalCount }
}

/** Quotes only the statuses above, never text from a request. */
function quoted(statuses: readonly string[]): string {
  return statuses.map((status) => `'${status}'`).join(', ')
}

import type { Table } from '../table.ts'
import { isComparison, type Filter } from './filter.ts'

/** Rows of a table that the URL requests. */
export interface RowQuery {
  readonly filters: readonly Filter[]
  /** A column and whether the order is descending, or null for the table's default order. */
  readonly sort: Sort | null
  /** End of the previous page: the value of the sorted column, then the key. */
  readonly after: readonly string[]
}

export interface Sort {
  readonly column: string
  readonly isDescending: boolean
}

/** More filters are of no use, and each one costs time. */
const MOST_FILTERS = 8

const MOST_LETTERS = 200

/** Reads the query and ignores unknown columns and comparisons. */
export function readRowQuery({ columns }: Table, { searchParams }: URL): RowQuery {
  const [names, kinds, values] = ['column', 'is', 'value'].map((name) => searchParams.getAll(name))
  const filters = (names ?? []).slice(0, MOST_FILTERS).flatMap((column, at): Filter[] => {
    const [is, value] = [kinds?.[at] ?? '', (values?.[at] ?? '').slice(0, MOST_LETTERS)]
    if (!Object.hasOwn(columns, column) || !isComparison(is) || (value === '' && is !== 'empty')) return []
    return [{ column, is, value }]
  })
  return { filters, sort: readSort(columns, searchParams.get('sort') ?? ''), after: searchParams.getAll('after') }
}

function readSort(columns: Table['columns'], text: string): Sort | null {
  const isDescending = text.startsWith('-')
  const column = text.slice(isDescending ? 1 : 0)
  return Object.hasOwn(columns, column) ? { column, isDescending } : null
}

/** Formats the row query as a URL query. */
export function queryString({ filters, sort, after }: Partial<RowQuery>): string {
  const query = new URLSearchParams()
  for (const { column, is, value } of filters ?? []) {
    query.append('column', column)
    query.append('is', is)
    query.append('value', value)
  }
  if (sort) query.append('sort', `${sort.isDescending ? '-' : ''}${sort.column}`)
  for (const one of after ?? []) query.append('after', one)
  return query.size === 0 ? '' : `?${query.toString()}`
}

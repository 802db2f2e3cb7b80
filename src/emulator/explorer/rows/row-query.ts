import type { Table } from '../tables/table.ts'
import { isComparison, type Filter } from './filter.ts'

/** Which rows of a table the address asks for. */
export interface RowQuery {
  readonly filters: readonly Filter[]
  /** A column, and whether its greatest values come first; null for the table's own order. */
  readonly sort: Sort | null
  /** Where the page before ended: the value of the sorted column, then the key. */
  readonly after: readonly string[]
}

export interface Sort {
  readonly column: string
  readonly isDescending: boolean
}

/** More filters are useless, and each one costs time. */
const MOST_FILTERS = 8

const MOST_LETTERS = 200

/** What is not a column of the table, or not a comparison, is ignored. */
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

/** The same as the query of an address. */
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

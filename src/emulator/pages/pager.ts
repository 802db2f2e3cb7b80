import { html } from 'hono/html'

import type { Html } from './page.ts'

/**
 * The parameter that says below which id a page of a list goes on, or after how many rows, where what is listed has no ids in order; of two lists on one page each
 * has its own.
 */
type Mark = 'before' | 'after' | 'apps' | 'stores'

/** The id below which the page begins; above all ids where none is given. */
export function pageStart(url: URL): number {
  return markOf(url, 'before') ?? Number.MAX_SAFE_INTEGER
}

/** After how many rows the page begins. */
export function rowsBefore(url: URL, mark: Mark = 'after'): number {
  return markOf(url, mark) ?? 0
}

function markOf({ searchParams }: URL, mark: Mark): number | null {
  const text = searchParams.get(mark) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The way on from a page of a list, and back to its beginning. `last` is the last id of the page, or the rows up to there; null on the last page. */
export function pager(url: URL, last: number | null, mark: Mark = 'before'): Html | '' {
  const isFirst = !url.searchParams.has(mark)
  if (isFirst && last === null) return ''
  return html`<nav class="pager" aria-label="${mark === 'apps' || mark === 'stores' ? `Pages of ${mark}` : 'Pages'}">
    ${isFirst ? '' : html`<a href="${addressWith(url, mark, null)}">First page</a>`}
    ${last === null ? '' : html`<a href="${addressWith(url, mark, last)}">Next page</a>`}
  </nav>`
}

function addressWith({ pathname, searchParams }: URL, mark: Mark, value: number | null): string {
  const query = new URLSearchParams(searchParams)
  query.delete(mark)
  if (value !== null) query.set(mark, String(value))
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}

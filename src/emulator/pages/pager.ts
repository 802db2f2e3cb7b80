import { html } from 'hono/html'

import type { Html } from './page.ts'

/**
 * Query parameter with the id below which a list's page starts, or with the number of preceding
 * rows if the list has no ordered ids. Two lists on one page use different parameters.
 */
type Mark = 'before' | 'after' | 'apps' | 'stores'

/** Returns the exclusive upper id of the page, above all ids by default. */
export function pageStart(url: URL): number {
  return markOf(url, 'before') ?? Number.MAX_SAFE_INTEGER
}

/** Returns the number of rows before the page. */
export function rowsBefore(url: URL, mark: Mark = 'after'): number {
  return markOf(url, mark) ?? 0
}

function markOf({ searchParams }: URL, mark: Mark): number | null {
  const text = searchParams.get(mark) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Shows the links to the next and the first page of a list. `last` is the page's last id, or the number of rows up to there, or null on the last page. */
export function pager(url: URL, last: number | null, mark: Mark = 'before'): Html | '' {
  const isFirst = !url.searchParams.has(mark)
  if (isFirst && last === null) return ''
  const name = mark === 'apps' ? 'App pages' : mark === 'stores' ? 'Store pages' : 'Pages'
  return html`<nav class="pager" aria-label="${name}">
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

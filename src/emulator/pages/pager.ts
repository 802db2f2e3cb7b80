import { html } from 'hono/html'

import type { Html } from './page.ts'

/** The parameter that says below which id a page of a list goes on. */
const BEFORE = 'before'

/** Below which id the wanted page begins; above all where nothing that is an id is given. */
export function pageStart({ searchParams }: URL): number {
  const text = searchParams.get(BEFORE) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER
}

/** The address of the same list from its beginning. */
function firstPage(url: URL): string {
  return addressWith(url, null)
}

/** The way on from a page of a list, and back to its beginning. `last` is the last id of the page; null on the last page. */
export function pager(url: URL, last: number | null): Html | '' {
  const isFirst = !url.searchParams.has(BEFORE)
  if (isFirst && last === null) return ''
  return html`<nav class="pager" aria-label="Pages">
    ${isFirst ? '' : html`<a href="${firstPage(url)}">First page</a>`}
    ${last === null ? '' : html`<a href="${addressWith(url, last)}">Next page</a>`}
  </nav>`
}

function addressWith({ pathname, searchParams }: URL, before: number | null): string {
  const query = new URLSearchParams(searchParams)
  query.delete(BEFORE)
  if (before !== null) query.set(BEFORE, String(before))
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}

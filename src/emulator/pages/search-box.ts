import { html } from 'hono/html'

import type { Html } from './page.ts'

export interface SearchBox {
  /** Of the list, with what was searched for. */
  readonly url: URL
  /** What it looks into. */
  readonly hint: string
  readonly filters?: readonly (Choice | Day)[]
}

/** A list to choose from; `''` is any. */
export interface Choice {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly options: readonly string[]
}

/** A day of the calendar. */
export interface Day {
  readonly label: string
  readonly name: string
  readonly value: string
}

/** Characters of a search. */
const MOST = 200

/** What a list is searched for, or filtered by; empty for nothing. */
export function searchedText({ searchParams }: URL, name = 'q'): string {
  return (searchParams.get(name) ?? '').trim().slice(0, MOST)
}

/** The searchbox of a list, sent with Enter, and the list's filters beside it. */
export function searchBox({ url, hint, filters = [] }: SearchBox): Html {
  const value = searchedText(url)
  return html`<form class="search" method="get" action="${url.pathname}" role="search">
    <input type="search" name="q" value="${value}" aria-label="Search" placeholder="${hint}" maxlength="${MOST}" />
    ${filters.map((filter) => html`<label>${filter.label} ${'options' in filter ? choice(filter) : day(filter)}</label>`)}
    <button type="submit">Show</button>
  </form>`
}

/** Where a search finds nothing: the way back to the whole list. */
export function noMatch({ pathname }: URL, things: string): Html {
  return html`No ${things} match. <a href="${pathname}">Clear the search</a>`
}

function choice({ name, value, options }: Choice): Html {
  return html`<select name="${name}">
    <option value="">any</option>
    ${options.map((option) => html`<option value="${option}" ${option === value ? 'selected' : ''}>${option}</option>`)}
  </select>`
}

function day({ name, value }: Day): Html {
  return html`<input type="date" name="${name}" value="${value}" />`
}

import { html } from 'hono/html'

import type { Html } from './page.ts'

export interface SearchBox {
  /** URL of the list, with the search text. */
  readonly url: URL
  /** Names of the searched fields. */
  readonly hint: string
  readonly filters?: readonly (Choice | Day)[]
}

/** A list of options. `''` means any. */
export interface Choice {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly options: readonly string[]
}

/** A calendar day. */
export interface Day {
  readonly label: string
  readonly name: string
  readonly value: string
}

/** Maximum length of a search. */
const MOST = 200

/** Returns the text of a search or filter, or an empty text. */
export function searchedText({ searchParams }: URL, name = 'q'): string {
  return (searchParams.get(name) ?? '').trim().slice(0, MOST)
}

/** Shows a list's search box, which is sent with Enter, and the list's filters next to it. */
export function searchBox({ url, hint, filters = [] }: SearchBox): Html {
  const value = searchedText(url)
  return html`<form class="search" method="get" action="${url.pathname}" role="search">
    <input type="search" name="q" value="${value}" aria-label="Search" placeholder="${hint}" maxlength="${MOST}" />
    ${filters.map((filter) => html`<label>${filter.label} ${'options' in filter ? choice(filter) : day(filter)}</label>`)}
    <button type="submit">Show</button>
  </form>`
}

/** Shows an empty search result with a link to the whole list. */
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

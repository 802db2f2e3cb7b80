import { html } from 'hono/html'

import type { Html } from './page.ts'

export interface SearchBox {
  /** Path of the list. */
  readonly action: string
  /** What was searched for. */
  readonly value: string
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

/** The searchbox of a list, sent with Enter, and the list's filters beside it. */
export function searchBox({ action, value, hint, filters = [] }: SearchBox): Html {
  return html`<form class="search" method="get" action="${action}" role="search">
    <input type="search" name="q" value="${value}" aria-label="Search" placeholder="${hint}" maxlength="200" />
    ${filters.map((filter) => html`<label>${filter.label} ${'options' in filter ? choice(filter) : day(filter)}</label>`)}
    <button type="submit">Show</button>
  </form>`
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

import { html } from 'hono/html'

import type { Html } from '../../pages/page.ts'
import { comparisons, comparisonWords, type Filter } from '../../tables/rows/filter.ts'
import type { RowQuery } from '../../tables/rows/row-query.ts'
import type { StoreTable } from '../../tables/store-table.ts'
import { tableAddress } from '../addresses.ts'

/** Shows the active filters, each with a link that removes it, and a form to add one. */
export function filterForm(place: StoreTable, query: RowQuery): Html {
  const { filters, sort } = query
  return html`<form class="search" method="get" action="${tableAddress(place)}" role="search">
      ${filters.map(
        ({ column, is, value }) =>
          html`<input type="hidden" name="column" value="${column}" /><input
              type="hidden"
              name="is"
              value="${is}"
            /><input type="hidden" name="value" value="${value}" />`,
      )}
      ${
        sort === null
          ? ''
          : html`<input type="hidden" name="sort" value="${sort.isDescending ? '-' : ''}${sort.column}" />`
      }
      <select name="column" aria-label="Column">
        ${Object.keys(place.table.columns).map((name) => html`<option ${name === searched(place) ? 'selected' : ''}>${name}</option>`)}
      </select>
      <select name="is" aria-label="Comparison">
        ${comparisons.map((is) => html`<option value="${is}">${comparisonWords[is]}</option>`)}
      </select>
      <input type="search" name="value" value="" aria-label="Value" maxlength="200" />
      <button type="submit">Filter</button>
    </form>
    ${filters.length === 0 ? '' : chips(place, query)}`
}

/** Returns the default column to filter by: the row's name, not its id. */
function searched({ table }: StoreTable): string | undefined {
  return table.label ?? Object.keys(table.columns).find((name) => !table.key.includes(name))
}

function chips(place: StoreTable, query: RowQuery): Html {
  const without = (gone: Filter) => ({ ...query, after: [], filters: query.filters.filter((one) => one !== gone) })
  return html`<ul class="chips" aria-label="Filters">
    ${query.filters.map((filter) => {
      const words = wordsOf(filter)
      return html`<li>
        <span>${words}</span> <a href="${tableAddress(place, without(filter))}" aria-label="Remove: ${words}">Remove</a>
      </li>`
    })}
  </ul>`
}

function wordsOf({ column, is, value }: Filter): string {
  return `${column} ${comparisonWords[is]}${is === 'empty' ? '' : ` ${value}`}`
}

import { html, raw } from 'hono/html'

import type { Html } from './page.ts'

export interface Column {
  readonly title: string | Html
  /** Digits one below the other. */
  readonly isNumber?: boolean
  /** How the rows are sorted by it. */
  readonly sorted?: 'ascending' | 'descending'
}

export interface RecordTable {
  /** A text is the title of a column that is nothing but that. */
  readonly columns: readonly (string | Column)[]
  /** The cells of each row, in the order of the columns. */
  readonly rows: readonly (readonly (string | Html)[])[]
  /** What stands there instead where there is no row: what to do. */
  readonly empty: string | Html
}

/** The column of this title, with numbers in it. */
export function numbers(title: string): Column {
  return { title, isNumber: true }
}

/**
 * A table of records, wide ones on a shelf that scrolls by itself (with the keyboard too); or the sentence that says why there is none. In a narrow window each
 * row is a card; for a screen reader it stays a row.
 */
export function recordTable({ columns, rows, empty }: RecordTable, name: string): Html {
  if (rows.length === 0) return emptyState(empty)
  const heads = columns.map((one): Column => (typeof one === 'string' ? { title: one } : one))
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">
    <table class="records">
      <thead>
        <tr>
          ${heads.map(
            ({ title, isNumber, sorted }) =>
              html`<th
                scope="col"
                ${attribute('class', isNumber === true ? 'number' : '')}${attribute('aria-sort', sorted)}
              >
                ${title}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, at) => tableCell(cell, heads[at]))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** With the title of its column, for a row that is drawn as a card; an empty cell is left out there. */
function tableCell(cell: string | Html, { title, isNumber }: Column = { title: '' }): Html {
  const looks = [isNumber === true ? 'number' : '', cell === '' ? 'blank' : ''].filter((one) => one !== '').join(' ')
  return html`<td${attribute('class', looks)}${attribute('data-title', typeof title === 'string' ? title : '')}>${cell}</td>`
}

/** Says that there is nothing, and what to do. */
export function emptyState(words: string | Html): Html {
  return html`<p class="card empty">${words}</p>`
}

/** Left out where it is empty: a list has a thousand cells. */
function attribute(name: string, value: string | undefined): Html | '' {
  return value === undefined || value === '' ? '' : html` ${raw(name)}="${value}"`
}

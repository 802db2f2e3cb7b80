import { html } from 'hono/html'

import type { Html } from './page.ts'

export interface Column {
  readonly title: string | Html
  /** Digits one below the other. */
  readonly isNumber?: boolean
  /** How the rows are sorted by it. */
  readonly sorted?: 'ascending' | 'descending'
}

export interface RecordTable {
  readonly columns: readonly Column[]
  /** The cells of each row, in the order of the columns. */
  readonly rows: readonly (readonly (string | Html)[])[]
  /** What stands there instead where there is no row: what to do. */
  readonly empty: string | Html
}

/** A table of records, wide ones on a shelf that scrolls by itself (with the keyboard too); or the sentence that says why there is none. */
export function recordTable({ columns, rows, empty }: RecordTable, name: string): Html {
  if (rows.length === 0) return emptyState(empty)
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map(
            ({ title, isNumber, sorted }) =>
              html`<th scope="col" class="${kind(isNumber)}" ${sorted === undefined ? '' : html`aria-sort="${sorted}"`}>
                ${title}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, at) => html`<td class="${kind(columns[at]?.isNumber)}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Says that there is nothing, and what to do. */
export function emptyState(words: string | Html): Html {
  return html`<p class="card empty">${words}</p>`
}

function kind(isNumber: boolean | undefined): string {
  return isNumber === true ? 'number' : ''
}

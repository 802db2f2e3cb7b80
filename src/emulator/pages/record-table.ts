import { html, raw } from 'hono/html'

import type { Html } from './page.ts'

export interface Column {
  readonly title: string | Html
  /** Aligns digits. */
  readonly isNumber?: boolean
  /** Sort direction, if the rows are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending'
}

export interface RecordTable {
  /** A text is a column with only a title. */
  readonly columns: readonly (string | Column)[]
  /** Cells of each row, in the order of the columns. */
  readonly rows: readonly (readonly (string | Html)[])[]
  /** Content for an empty table, with the next step. */
  readonly empty: string | Html
}

/** Creates a column of numbers with this title. */
export function numbers(title: string): Column {
  return { title, isNumber: true }
}

/**
 * Shows a table of records, in a scrollable region (also by keyboard) if wide, or the empty state.
 * In a narrow window each row becomes a card, but it stays a row for screen readers.
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

/** Shows a cell with its column's title, for a row that is shown as a card. Cards omit empty cells. */
function tableCell(cell: string | Html, { title, isNumber }: Column = { title: '' }): Html {
  const looks = [isNumber === true ? 'number' : '', cell === '' ? 'blank' : ''].filter((one) => one !== '').join(' ')
  return html`<td${attribute('class', looks)}${attribute('data-title', typeof title === 'string' ? title : '')}>${cell}</td>`
}

/** Shows an empty state with the next step. */
export function emptyState(words: string | Html): Html {
  return html`<p class="card empty">${words}</p>`
}

/** Returns nothing for an empty value, because a list has a thousand cells. */
function attribute(name: string, value: string | undefined): Html | '' {
  return value === undefined || value === '' ? '' : html` ${raw(name)}="${value}"`
}

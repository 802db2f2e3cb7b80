import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import { integer, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { Html } from '../../pages/page.ts'
import type { AdminVisit } from '../visit.ts'
import { countedStock, fieldsOf, type ProductFields } from './product-fields.ts'

/** A store with more categories needs `app emulator product edit --category`. */
const MOST_CATEGORIES = 500

/** Rejected form values and the reason. */
export interface Refused {
  readonly typed: ProductFields
  readonly problem: string
}

/**
 * Shows the form in which the store edits a product. A hidden field next to each field has its old value:
 * unchanged fields are not written, so that two managers who edit two fields do not revert each other.
 */
export function productForm(visit: AdminVisit, product: Row, refused: Refused | null): Html {
  const { context, session } = visit
  const db = context.storeDb(session.store.id)
  const now = fieldsOf(visit, product)
  const typed = { ...now, ...refused?.typed }
  const { code, currencyCode } = session.region
  const line = (name: string, label: string) => textField({ name, label, value: typed[name] ?? '' })
  return html`<form method="post" action="/admin/products/${integer(product, 'id')}/save" class="card">
    ${refused === null ? '' : html`<p class="error" role="alert">${refused.problem}</p>`}
    ${Object.entries(now).map(([name, value]) => html`<input type="hidden" name="was_${name}" value="${value}" />`)}
    ${line('name', 'Name')} ${line('price', `Price in ${code} (${currencyCode})`)}
    ${countedStock(db, product).map(({ field, label }) => line(field, label))}
    ${categoryField(db, typed['category'] ?? '')}
    <div class="field">
      <label for="field-description">Description</label>
      <textarea id="field-description" name="description" rows="6">${`\n${typed['description'] ?? ''}`}</textarea>
    </div>
    <p class="actions"><button class="main" type="submit">Save</button></p>
  </form>`
}

interface TextField {
  readonly name: string
  readonly label: string
  readonly value: string
}

function textField({ name, label, value }: TextField): Html {
  return html`<div class="field">
    <label for="field-${name}">${label}</label>
    <input id="field-${name}" name="${name}" value="${value}" autocomplete="off" />
  </div>`
}

function categoryField(db: DatabaseSync, chosen: string): Html {
  const all = prepared(
    db,
    `SELECT c.id, c.name, p.name AS parent FROM categories c LEFT JOIN categories p ON p.id = c.parent_id
     ORDER BY coalesce(p.name, c.name), p.name IS NOT NULL, c.name LIMIT ?`,
  ).all(MOST_CATEGORIES)
  const isListed = chosen === '' || all.some(({ id }) => String(id) === chosen)
  return html`<div class="field">
    <label for="field-category">Category</label>
    <select id="field-category" name="category">
      <option value="">none</option>
      ${isListed ? '' : html`<option value="${chosen}" selected>unchanged (${chosen})</option>`}
      ${all.map((row) => categoryOption(row, chosen))}
    </select>
  </div>`
}

function categoryOption(row: Row, chosen: string): Html {
  const [id, parent] = [integer(row, 'id'), textOrNull(row, 'parent')]
  const words = parent === null ? text(row, 'name') : `${parent} › ${text(row, 'name')}`
  return html`<option value="${id}" ${String(id) === chosen ? 'selected' : ''}>${words}</option>`
}

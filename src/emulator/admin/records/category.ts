import { html } from 'hono/html'

import { integer, integerOrNull, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { factList } from '../../pages/facts.ts'
import { page } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { recordTable } from '../../pages/record-table.ts'
import { regionLabel } from '../../platform/installs.ts'
import { readList } from '../read-list.ts'
import { productStatus, statusBadge } from '../status-badge.ts'
import { noSuchRecord, recordId, visitFrame, type AdminVisit } from '../visit.ts'
import { categoryPath } from './category-path.ts'

/** Shows a category with its position in the tree, its slug and its contents. */
export function categoryRecord(visit: AdminVisit, idText: string): Promise<Response> {
  const { context, session, url } = visit
  const db = context.storeDb(session.store.id)
  const category = prepared(db, 'SELECT * FROM categories WHERE id = ?').get(recordId(idText))
  if (category === undefined) return noSuchRecord(visit, 'The store has no such category.')
  const categoryId = integer(category, 'id')
  const { rows, last } = readList(db, {
    parts: ["SELECT id FROM products WHERE category_id = :category AND status <> 'D'"],
    values: { category: categoryId },
    select: 'SELECT p.id, p.name, p.sku, p.status FROM found CROSS JOIN products p ON p.id = found.id',
    before: pageStart(url),
  })
  return page({
    title: text(category, 'name'),
    ...visitFrame(visit),
    body: html`<div class="card">
        ${factList([
          ['Path', categoryPath(db, categoryId)],
          ['Slug', textOrNull(category, 'slug')],
          ['Regions', regionLabel(context, session.store.id, integerOrNull(category, 'region_id'))],
          ['Created by', textOrNull(category, 'created_by') ?? 'the store'],
        ])}
      </div>
      <h2>In this category</h2>
      ${recordTable({ columns, rows: rows.map(cells), empty: 'No products in this category yet.' }, 'In this category')}
      ${pager(url, last)}`,
  })
}

const columns = ['Product', 'SKU', 'Status']

function cells(product: Row) {
  return [
    html`<a class="name" href="/admin/products/${integer(product, 'id')}">${text(product, 'name')}</a>`,
    textOrNull(product, 'sku') ?? '',
    statusBadge(productStatus(text(product, 'status'))),
  ]
}

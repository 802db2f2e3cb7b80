import { html } from 'hono/html'

import { integer, integerOrNull, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { page } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { regionLabel } from '../../platform/installs.ts'
import { readList } from '../read-list.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'

/** Lists all categories of the store, each with its parent. */
export function categoriesList(visit: AdminVisit): Promise<Response> {
  const { context, session, url } = visit
  const { rows, last } = readList(context.storeDb(session.store.id), {
    parts: ['SELECT id FROM categories WHERE TRUE'],
    values: {},
    select: `SELECT c.*, p.name AS parent, (SELECT count(*) FROM (
        SELECT 1 FROM products WHERE category_id = c.id AND status <> 'D' LIMIT ${MOST_COUNTED + 1})) AS products
      FROM found CROSS JOIN categories c ON c.id = found.id LEFT JOIN categories p ON p.id = c.parent_id`,
    before: pageStart(url),
  })
  const cells = (category: Row) => [
    html`<a class="name" href="/admin/categories/${integer(category, 'id')}">${text(category, 'name')}</a>`,
    textOrNull(category, 'parent') ?? '',
    regionLabel(context, session.store.id, integerOrNull(category, 'region_id')),
    textOrNull(category, 'created_by') ?? 'store',
    amount(integer(category, 'products')),
  ]
  return page({
    title: 'Categories',
    ...visitFrame(visit),
    width: 'wide',
    body: html`${recordTable(
      {
        columns,
        rows: rows.map(cells),
        empty: 'No categories yet. Apps with the scope products.write can create them.',
      },
      'Categories',
    )}
    ${pager(url, last)}`,
  })
}

/** Counting stops here, because counting a hundred thousand products would take too long. */
const MOST_COUNTED = 99

function amount(products: number): string {
  return products > MOST_COUNTED ? `${MOST_COUNTED}+` : String(products)
}

const columns = ['Category', 'Parent', 'Regions', 'Created by', numbers('Products')]

import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import { integer, text, type Row } from '../../../storage/columns.ts'
import { emailText } from '../../pages/facts.ts'
import { page } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { noMatch, searchBox, searchedText } from '../../pages/search-box.ts'
import { readList, type ListPage } from '../read-list.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'

/** Lists all customers of the store. They belong to no region. */
export function customersList(visit: AdminVisit): Promise<Response> {
  const { context, session, url } = visit
  const search = searchedText(url)
  const { rows, last } = findCustomers(context.storeDb(session.store.id), search, pageStart(url))
  const empty = search === '' ? 'No customers yet. The first order creates one.' : noMatch(url, 'customers')
  return page({
    title: 'Customers',
    ...visitFrame(visit),
    width: 'wide',
    body: html`${searchBox({ url, hint: 'Name or email' })}
    ${recordTable({ columns, rows: rows.map(cells), empty }, 'Customers')} ${pager(url, last)}`,
  })
}

function findCustomers(db: DatabaseSync, search: string, before: number): ListPage {
  const matches = '(instr(lower(name), lower(:search)) > 0 OR instr(lower(email), lower(:search)) > 0)'
  return readList(db, {
    parts: [`SELECT id FROM customers WHERE ${search === '' ? 'TRUE' : matches}`],
    values: search === '' ? {} : { search },
    select: `SELECT c.*, (SELECT count(*) FROM orders WHERE customer_id = c.id) AS orders
      FROM found CROSS JOIN customers c ON c.id = found.id`,
    before,
  })
}

const columns = ['Customer', 'Email', numbers('Orders')]

function cells(customer: Row) {
  return [
    html`<a class="name" href="/admin/customers/${integer(customer, 'id')}">${text(customer, 'name')}</a>`,
    emailText(text(customer, 'email')),
    text(customer, 'orders'),
  ]
}

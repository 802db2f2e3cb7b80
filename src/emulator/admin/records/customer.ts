import { html } from 'hono/html'

import { integer, iso, text, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { emailText, factList } from '../../pages/facts.ts'
import { moment } from '../../pages/moment.ts'
import { money } from '../../pages/money.ts'
import { page } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { columns as twoColumns, section } from '../../pages/section.ts'
import { detailSlots } from '../../panel/slots.ts'
import { readList } from '../read-list.ts'
import { statusBadge } from '../status-badge.ts'
import { noSuchRecord, recordId, visitFrame, type AdminVisit } from '../visit.ts'

/** Shows a customer with their orders of the selected region and without a region. */
export function customerRecord(visit: AdminVisit, idText: string): Promise<Response> {
  const { context, session, url } = visit
  const db = context.storeDb(session.store.id)
  const customer = prepared(db, 'SELECT * FROM customers WHERE id = ?').get(recordId(idText))
  if (customer === undefined) return noSuchRecord(visit, 'The store has no such customer.')
  const customerId = integer(customer, 'id')
  const { rows, last } = readList(db, {
    parts: ['SELECT id FROM orders WHERE customer_id = :customer AND (region_id = :region OR region_id IS NULL)'],
    values: { customer: customerId, region: session.region.id },
    select: 'SELECT o.* FROM found CROSS JOIN orders o ON o.id = found.id',
    before: pageStart(url),
  })
  const empty = `No orders in ${session.region.code} yet.`
  const frame = visitFrame(visit)
  const slots = detailSlots(context, session, { type: 'customer', id: customerId })
  return page({
    title: text(customer, 'name'),
    ...frame,
    ...slots.needs(frame.scripts),
    body: twoColumns(
      html`${section(
        `Orders in ${session.region.code}`,
        recordTable({ columns, rows: rows.map((row) => cells(visit, row)), empty }, 'Orders'),
      )}
      ${pager(url, last)}`,
      html`${section('Contact', factList([['Email', emailText(text(customer, 'email'))]]))} ${slots.body}`,
    ),
  })
}

const columns = ['Order', 'Placed', 'Status', numbers('Total')]

function cells({ context, session: { region } }: AdminVisit, order: Row) {
  return [
    html`<a class="name" href="/admin/orders/${integer(order, 'id')}">${text(order, 'order_number')}</a>`,
    moment(context, iso(order, 'created_at')),
    statusBadge(text(order, 'status')),
    money(text(order, 'grand_total'), region, text(order, 'currency')),
  ]
}

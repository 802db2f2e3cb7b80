import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import { integer, iso, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared, type Prepared } from '../../../storage/statements.ts'
import { isDay } from '../../../text/time/instant.ts'
import { moment } from '../../pages/moment.ts'
import { money } from '../../pages/money.ts'
import { page } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { noMatch, searchBox, searchedText } from '../../pages/search-box.ts'
import { readList, type ListPage } from '../read-list.ts'
import { orderStatuses, statusBadge } from '../status-badge.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'

interface OrderFilter {
  readonly number: string
  readonly status: string
  readonly source: string
  /** Days as `YYYY-MM-DD`, both included, or empty for no limit. */
  readonly from: string
  readonly to: string
}

/** Lists orders of the selected region and orders without a region, with payment status (A43). */
export function ordersList(visit: AdminVisit): Promise<Response> {
  const { context, session, url } = visit
  const db = context.storeDb(session.store.id)
  const filter = readFilter(url)
  const costs = prepared(db, 'SELECT * FROM cost_lines WHERE order_id = ? ORDER BY created_at')
  const isAll = Object.values(filter).every((value) => value === '')
  const { rows, last } = findOrders(db, { regionId: session.region.id, filter, before: pageStart(url) })
  return page({
    title: 'Orders',
    ...visitFrame(visit),
    width: 'wide',
    body: html`<p class="lead">Orders in ${session.region.code}, and orders without a region.</p>
      ${searchBox({
        url,
        hint: 'Order number',
        filters: [
          { label: 'Status', name: 'status', value: filter.status, options: orderStatuses },
          { label: 'Source', name: 'source', value: filter.source, options: sourcesOf(db) },
          { label: 'From', name: 'from', value: filter.from },
          { label: 'To', name: 'to', value: filter.to },
        ],
      })}
      ${recordTable({ columns, rows: rows.map((row) => cells(visit, row, costs)), empty: isAll ? noneYet(visit) : noMatch(url, 'orders') }, 'Orders')}
      ${pager(url, last)}`,
  })
}

function noneYet({ session: { store, region } }: AdminVisit) {
  return html`No orders yet. Buy something in the storefront, or run
    <code>app emulator order place --store ${store.code} --region ${region.code}</code>.`
}

function readFilter(url: URL): OrderFilter {
  const of = (name: string) => searchedText(url, name)
  const day = (name: string) => (isDay(of(name)) ? of(name) : '')
  return { number: searchedText(url), status: of('status'), source: of('source'), from: day('from'), to: day('to') }
}

const DAY_MS = 86_400_000

interface OrderQuery {
  readonly regionId: number
  readonly filter: OrderFilter
  readonly before: number
}

function findOrders(db: DatabaseSync, { regionId, filter, before }: OrderQuery): ListPage {
  const { number, status, source, from, to } = filter
  const given: readonly (readonly [condition: string, name: string, value: string | number | null])[] = [
    ['status = :status', 'status', status || null],
    ['order_source = :source', 'source', source || null],
    ['created_at >= :from', 'from', from === '' ? null : Date.parse(from)],
    ['created_at < :to', 'to', to === '' ? null : Date.parse(to) + DAY_MS],
    ['instr(lower(order_number), lower(:number)) > 0', 'number', number || null],
  ]
  const used = given.filter(([, , value]) => value !== null)
  const conditions = used.map(([condition]) => ` AND ${condition}`).join('')
  const index = used.length === 0 ? 'orders_by_region' : 'orders_by_facts'
  return readList(db, {
    parts: ['region_id = :region', 'region_id IS NULL'].map(
      (place) => `SELECT id FROM orders INDEXED BY ${index} WHERE ${place}${conditions}`,
    ),
    values: { region: regionId, ...Object.fromEntries(used.map(([, name, value]) => [name, value])) },
    select: `SELECT o.*, c.name AS customer FROM found CROSS JOIN orders o ON o.id = found.id
      LEFT JOIN customers c ON c.id = o.customer_id`,
    before,
  })
}

/** Steps through the sources in the index, because a store has few sources and many orders. */
const eachSource = `
  WITH RECURSIVE sources (source) AS (
    SELECT min(order_source) FROM orders WHERE order_source IS NOT NULL
    UNION ALL
    SELECT (SELECT min(order_source) FROM orders WHERE order_source > source) FROM sources WHERE source IS NOT NULL
  )
  SELECT source FROM sources WHERE source IS NOT NULL LIMIT 50`

function sourcesOf(db: DatabaseSync): readonly string[] {
  return prepared(db, eachSource)
    .all()
    .map((row) => text(row, 'source'))
}

const columns = ['Order', 'Placed', 'Customer', 'Status', 'Payment', 'Source', numbers('Total'), numbers('Costs')]

/** Includes each cost line as the app wrote it (COST-009). */
function cells({ context, session: { region } }: AdminVisit, order: Row, costs: Prepared) {
  const lines = costs
    .all(integer(order, 'id'))
    .map(
      (line) =>
        html`<span class="line"
            >${text(line, 'cost_type')} ${money(text(line, 'amount'), region, text(line, 'currency'))}</span
          ><small class="under">${textOrNull(line, 'description') ?? ''} (${text(line, 'app_key')})</small>`,
    )
  return [
    html`<a class="name" href="/admin/orders/${integer(order, 'id')}">${text(order, 'order_number')}</a>`,
    moment(context, iso(order, 'created_at')),
    textOrNull(order, 'customer') ?? '',
    statusBadge(text(order, 'status')),
    text(order, 'payment_status'),
    textOrNull(order, 'order_source') ?? '',
    money(text(order, 'grand_total'), region, text(order, 'currency')),
    lines.length === 0 ? '' : html`${lines}`,
  ]
}

import type { SQLOutputValue } from 'node:sqlite'

import { html } from 'hono/html'

import { textOrNull } from '../../storage/columns.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { moment } from '../pages/moment.ts'
import { page } from '../pages/page.ts'
import { numbers, recordTable } from '../pages/record-table.ts'
import type { Session } from '../platform/sessions.ts'
import { stockOfProduct, sumOfStock } from '../store/stock/stock.ts'
import { adminFrame } from './bar.ts'

const SHOWN = 100

type Row = Record<string, SQLOutputValue>

/** DISC-009, DISC-021: a product uses the store's default if its profile or package is unset or inactive. */
const goods = `
  SELECT p.name, p.sku, ${stockOfProduct} AS stock,
    coalesce(f.name, (SELECT name FROM shipping_profiles WHERE is_default = 1 AND active = 1)) AS profile, f.id IS NULL AS default_profile,
    coalesce(b.name, (SELECT name FROM shipping_packages WHERE is_default = 1)) AS package, b.id IS NULL AS default_package
  FROM products p
  LEFT JOIN shipping_profiles f ON f.id = p.shipping_profile_id AND f.active = 1
  LEFT JOIN shipping_packages b ON b.id = p.shipping_package_id
  WHERE p.status <> 'D' ORDER BY p.id DESC LIMIT ?`

const movements = `
  SELECT m.*, p.name AS product, v.combination, w.name AS warehouse FROM stock_movements m
  JOIN products p ON p.id = m.product_id JOIN warehouses w ON w.id = m.warehouse_id
  LEFT JOIN variants v ON v.id = m.variant_id ORDER BY m.id DESC LIMIT ?`

/** Shows the latest products with stock and shipping, and the apps' latest stock changes with their notes (INV-020). */
export function goodsPage(context: EmulatorContext, session: Session): Promise<Response> {
  const db = context.storeDb(session.store.id)
  const moved = prepared(db, movements).all(SHOWN)
  const rows = prepared(db, goods).all(SHOWN)
  return page({
    title: 'Stock and shipping',
    ...adminFrame(context, session, '/admin/goods'),
    body: html`<p class="lead">The store’s newest ${SHOWN} products, across all regions.</p>
      ${recordTable({ columns: goodsColumns, rows: rows.map(goodsRow), empty: 'No products yet.' }, 'Stock')}
      <h2>Stock movements by apps</h2>
      ${recordTable({ columns: movementColumns, rows: moved.map((row) => movementRow(context, row)), empty: 'No stock movements yet.' }, 'Stock movements')}`,
  })
}

const goodsColumns = ['Product', numbers('Stock'), 'Shipping profile', 'Package']

function goodsRow(row: Row) {
  return [
    html`<span class="name">${text(row['name'])}</span><small>${text(row['sku'])}</small>`,
    sumOfStock(textOrNull(row, 'stock')),
    html`${text(row['profile'])} ${byDefault(row['default_profile'])}`,
    html`${text(row['package'])} ${byDefault(row['default_package'])}`,
  ]
}

function byDefault(is: SQLOutputValue | undefined) {
  return is === 1 ? html`<small>default</small>` : ''
}

const movementColumns = ['Product', 'Warehouse', 'Change', numbers('Stock'), numbers('Low stock level'), 'Notes']

function movementRow(context: EmulatorContext, row: Row) {
  return [
    html`<span class="name">${text(row['product'])}</span
      ><small>${text(row['combination'])} ${moment(context, Number(row['at']))}</small>`,
    text(row['warehouse']),
    html`${text(row['mode'])} ${text(row['quantity'])} <small>${text(row['app_key'])}</small>`,
    html`${text(row['stock_before'])} &rarr; ${text(row['stock_after'])}`,
    text(row['critical_level']),
    text(row['notes']),
  ]
}

function text(value: SQLOutputValue | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

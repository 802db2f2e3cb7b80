import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'
import { html } from 'hono/html'

import { integer, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { totals } from '../../pages/facts.ts'
import { money, type MoneyRegion } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'

/** Shows an order's profit and loss: the cost lines of all apps with descriptions (COST-009), including uninstalled apps (COST-016), and the remainder. */
export function orderCosts(db: DatabaseSync, order: Row, region: MoneyRegion): Html {
  const currency = text(order, 'currency')
  const lines = prepared(
    db,
    'SELECT * FROM cost_lines WHERE order_id = ? ORDER BY created_at, app_key, external_ref',
  ).all(integer(order, 'id'))
  const costs = lines.reduce((sum, line) => sum.plus(text(line, 'amount')), new Big(0))
  const earned = new Big(text(order, 'grand_total')).minus(text(order, 'tax_total'))
  const rows = lines.map((line) => [
    text(line, 'cost_type'),
    textOrNull(line, 'description') ?? '',
    text(line, 'app_key'),
    money(text(line, 'amount'), region, text(line, 'currency')),
  ])
  const empty = 'No costs yet. Apps can add costs with the orders API.'
  return html`${lines.length === 0 ? html`<p class="quiet">${empty}</p>` : recordTable({ columns, rows, empty }, 'Costs')}
  ${totals([
    ['Total without tax', money(earned.toFixed(), region, currency)],
    ['Costs', money(costs.toFixed(), region, currency)],
    ['Profit', money(earned.minus(costs).toFixed(), region, currency)],
  ])}`
}

const columns = ['Cost', 'Description', 'App', numbers('Amount')]

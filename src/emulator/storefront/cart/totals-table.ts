import { totals } from '../../pages/facts.ts'
import { money } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import type { OrderTotals } from '../../store/orders/order-lines.ts'
import type { StorefrontVisit } from '../visit.ts'

/** Shows subtotal, tax and total. */
export function totalsTable({ region }: StorefrontVisit, { subtotal, taxTotal, grandTotal }: OrderTotals): Html {
  return totals([
    ['Goods', money(subtotal, region)],
    ['Tax', money(taxTotal, region)],
    ['Total', money(grandTotal, region)],
  ])
}

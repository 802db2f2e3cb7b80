import { html } from 'hono/html'

import type { OrderOperation } from '../../../control/contract.ts'
import type { Html } from '../../pages/page.ts'
import { allowedOperations } from '../../store/orders/change-order.ts'
import type { OrderState } from '../../store/orders/order-event.ts'

const buttons: Readonly<Record<OrderOperation, string>> = {
  pay: 'Mark as paid',
  ship: 'Mark as shipped',
  cancel: 'Cancel order',
  refund: 'Refund order',
}

/** A button for each thing that the order's state allows; a parcel may have a tracking number. */
export function orderActions(order: OrderState): Html | '' {
  const allowed = allowedOperations(order)
  if (allowed.length === 0) return ''
  return html`<div class="record-actions">
    ${allowed.map(
      (operation, at) =>
        html`<form method="post" action="/admin/orders/${order.id}/${operation}">
          ${
            operation === 'ship'
              ? html`<input
                  name="tracking_number"
                  aria-label="Tracking number"
                  placeholder="Tracking number"
                  maxlength="200"
                />`
              : ''
          }
          <button type="submit" class="${at === 0 && (operation === 'pay' || operation === 'ship') ? 'main' : ''}">
            ${buttons[operation]}
          </button>
        </form>`,
    )}
  </div>`
}

/** Whether an address names one of them. */
export function isOrderOperation(text: string): text is OrderOperation {
  return Object.hasOwn(buttons, text)
}

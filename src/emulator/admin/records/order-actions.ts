import { html } from 'hono/html'

import type { OrderOperation } from '../../../control/contract.ts'
import type { Html } from '../../pages/page.ts'
import { orderOperationWords } from '../../store/operation-words.ts'
import type { OrderState } from '../../store/orders/order-event.ts'
import { allowedOperations } from '../../store/orders/order-steps.ts'

/** The usual next step is offered first. */
const forward: readonly OrderOperation[] = ['pay', 'ship', 'deliver']

/** A button for each thing that the order's state allows; a parcel may have a carrier and a number. */
export function orderActions(order: OrderState): Html | '' {
  const allowed = allowedOperations(order)
  if (allowed.length === 0) return ''
  const next = forward.find((operation) => allowed.includes(operation))
  return html`<div class="record-actions">
    ${allowed.map(
      (operation) =>
        html`<form
          method="post"
          action="/admin/orders/${order.id}/${operation}"
          class="${operation === 'ship' ? 'together' : ''}"
        >
          ${operation === 'ship' ? parcelFields : ''}
          <button type="submit" class="${operation === next ? 'main' : ''}">${orderOperationWords[operation]}</button>
        </form>`,
    )}
  </div>`
}

const parcelFields = html`${field('carrier', 'Carrier')} ${field('tracking_number', 'Tracking number')}`

function field(name: string, label: string): Html {
  return html`<input name="${name}" aria-label="${label}" placeholder="${label}" maxlength="200" autocomplete="off" />`
}

/** Whether an address names one of them. */
export function isOrderOperation(text: string): text is OrderOperation {
  return Object.hasOwn(orderOperationWords, text)
}

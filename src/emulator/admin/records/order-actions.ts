import { html } from 'hono/html'

import type { OrderOperation } from '../../../control/contract.ts'
import type { Html } from '../../pages/page.ts'
import { section } from '../../pages/section.ts'
import { orderOperationWords } from '../../store/operation-words.ts'
import type { OrderState } from '../../store/orders/order-event.ts'
import { allowedOperations } from '../../store/orders/order-steps.ts'

const destructive: readonly OrderOperation[] = ['cancel', 'refund']

/** Shows the usual next step next to the title, and the other operations in a menu, destructive ones last. */
export function orderActions(order: OrderState): Html {
  const allowed = allowedOperations(order).filter((operation) => operation !== 'ship')
  const next = allowed.find((operation) => operation === 'pay' || operation === 'deliver')
  const others = allowed.filter((operation) => operation !== next)
  return html`<div class="record-actions">
    ${next === undefined ? '' : operationForm(order, next, 'main')}
    ${
      others.length === 0
        ? ''
        : html`<details class="menu">
            <summary class="button">More actions</summary>
            <div class="card">
              ${others.map((operation) => operationForm(order, operation, destructive.includes(operation) ? 'bad' : ''))}
            </div>
          </details>`
    }
  </div>`
}

/** Shows the form that ships the order, with carrier and tracking number. */
export function shipment(order: OrderState): Html | '' {
  if (!allowedOperations(order).includes('ship')) return ''
  const fields = html`${field('carrier', 'Carrier')} ${field('tracking_number', 'Tracking number')}`
  return section('Not shipped yet', operationForm(order, 'ship', 'main', fields))
}

function operationForm({ id }: OrderState, operation: OrderOperation, look: string, fields: Html | '' = ''): Html {
  return html`<form method="post" action="/admin/orders/${id}/${operation}" class="${fields === '' ? '' : 'row'}">
    ${fields}
    <button type="submit" class="${look}">${orderOperationWords[operation]}</button>
  </form>`
}

function field(name: string, label: string): Html {
  return html`<input name="${name}" aria-label="${label}" placeholder="${label}" maxlength="200" autocomplete="off" />`
}

/** Returns whether the text of a URL is an order operation. */
export function isOrderOperation(text: string): text is OrderOperation {
  return Object.hasOwn(orderOperationWords, text)
}

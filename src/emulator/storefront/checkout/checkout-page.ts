import { html } from 'hono/html'

import { money } from '../../pages/money.ts'
import { redirectTo, type Html } from '../../pages/page.ts'
import { countryOf } from '../../platform/countries.ts'
import type { Buyer } from '../../store/orders/order-customer.ts'
import { pricedCart, type PricedCart, type PricedLine } from '../cart/priced-cart.ts'
import { totalsTable } from '../cart/totals-table.ts'
import { homeOf, storefrontPage, type StorefrontVisit } from '../visit.ts'
import { buyerFieldNames, buyerFields, testBuyer } from './buyer-fields.ts'

/** The form as sent, with its problems. */
export interface RejectedCheckout {
  readonly buyer: Buyer
  readonly isPaid: boolean
  readonly problems: ReadonlyMap<keyof Buyer, string>
  /** Problem of the form as a whole. */
  readonly message: string
  readonly status: 400 | 409
}

/** Shows buyer, payment and total, or redirects to the cart if there is nothing to order. */
export function checkoutPage(visit: StorefrontVisit, refused?: RejectedCheckout): Response | Promise<Response> {
  const home = homeOf(visit)
  const cart = pricedCart(visit)
  if (cart.lines.length === 0) return redirectTo(`${home}/cart`)
  return storefrontPage(visit, {
    title: 'Checkout',
    width: 'narrow',
    status: refused?.status ?? 200,
    body: html`${refused === undefined ? '' : html`<p class="error" role="alert">${refused.message}</p>`}
      ${cart.gone.map(({ name }) => html`<p class="error">${name} is no longer available and is not part of your order.</p>`)}
      ${summary(visit, cart)}
      <form method="post" action="${home}/orders" class="card" novalidate>
        <p class="quiet">The form contains test data. You are not charged.</p>
        ${buyerFieldNames.map((name) => field(name, refused))}
        <p>Ships to ${countryOf(visit.region.countryCode).name}.</p>
        ${payment(refused?.isPaid ?? true)}
        <input type="hidden" name="key" value="${visit.context.randomBytes(16).toString('hex')}" />
        <input type="hidden" name="cart" value="${cart.digest}" />
        <p class="actions"><button class="main" type="submit">Place order</button></p>
      </form>
      <p><a href="${home}/cart">Back to the cart</a></p>`,
  })
}

/** A long cart is summarized by its first lines, because the cart page shows all of them. */
const SHOWN_LINES = 10

function summary(visit: StorefrontVisit, { lines, totals }: PricedCart): Html {
  const more = lines.length - SHOWN_LINES
  return html`<section class="card" aria-label="Your order">
    <ul class="lines">
      ${lines.slice(0, SHOWN_LINES).map((line) => summaryLine(visit, line))}
      ${more > 0 ? html`<li class="quiet">and ${more} more</li>` : ''}
    </ul>
    ${totalsTable(visit, totals)}
  </section>`
}

function summaryLine({ region }: StorefrontVisit, { quantity, name, variant, totalPrice }: PricedLine): Html {
  return html`<li class="row">
    <span class="grow">${quantity} × ${name}${variant === '' ? '' : `, ${variant}`}</span>
    <span class="number">${money(totalPrice, region)}</span>
  </li>`
}

function field(name: keyof Buyer, refused: RejectedCheckout | undefined): Html {
  const { label, type, autocomplete, isOptional } = buyerFields[name]
  const problem = refused?.problems.get(name)
  return html`<label class="field"
      >${label}
      <input
        type="${type}"
        name="${name}"
        value="${(refused?.buyer ?? testBuyer)[name]}"
        autocomplete="${autocomplete}"
        ${isOptional === true ? '' : 'required'}
        ${problem === undefined ? '' : html`aria-invalid="true" aria-describedby="problem-${name}"`}
    /></label>
    ${problem === undefined ? '' : html`<small class="problem" id="problem-${name}">${problem}</small>`}`
}

function payment(isPaid: boolean): Html {
  const choices = [
    ['paid', 'Pay now', 'The order is marked as paid immediately. You are not charged.'],
    ['unpaid', 'Pay later', 'The store marks the order as paid when the payment arrives.'],
  ] as const
  return html`<fieldset class="choices">
    <legend>Payment</legend>
    ${choices.map(
      ([value, words, about]) =>
        html`<label
          ><input type="radio" name="payment" value="${value}" ${isPaid === (value === 'paid') ? 'checked' : ''} />
          <span>${words} <small class="under">${about}</small></span></label
        >`,
    )}
  </fieldset>`
}

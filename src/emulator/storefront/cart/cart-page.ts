import { html } from 'hono/html'

import { money } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import { MOST_PIECES } from '../quantity.ts'
import { homeOf, storefrontPage, type StorefrontVisit } from '../visit.ts'
import { pricedCart, type GoneLine, type PricedLine } from './priced-cart.ts'
import { totalsTable } from './totals-table.ts'

/** Typed quantities and their problems, by line key. */
export interface RejectedQuantities {
  readonly typed: ReadonlyMap<string, string>
  readonly problems: ReadonlyMap<string, string>
}

const nothing: RejectedQuantities = { typed: new Map(), problems: new Map() }

export function cartPage(visit: StorefrontVisit, refused: RejectedQuantities = nothing): Promise<Response> {
  const { lines, gone, totals } = pricedCart(visit)
  const home = homeOf(visit)
  const isRefused = refused.problems.size > 0
  return storefrontPage(visit, {
    title: 'Cart',
    status: isRefused ? 400 : 200,
    body: html`${isRefused ? html`<p class="error" role="alert">The cart was not changed. Correct the ${refused.problems.size === 1 ? 'quantity' : 'quantities'} below.</p>` : ''}
      ${gone.map((line) => goneNote(line))}
      ${
        lines.length === 0
          ? html`<p class="card empty">
              ${gone.length === 0 ? 'Your cart is empty.' : 'Your cart has no other products.'}
            </p>`
          : html`<form method="post" action="${home}/cart/update" id="quantities" novalidate>
              <div class="card">
                <ul class="lines">
                  ${lines.map((line) => cartLine(visit, line, refused))}
                </ul>
                ${totalsTable(visit, totals)}
              </div>
              <p class="actions end">
                <button type="submit" name="stay" value="1">Update cart</button>
                <button class="main" type="submit">Checkout</button>
              </p>
            </form>`
      }
      <form method="post" action="${home}/cart/remove" id="remove"></form>
      <p><a href="${home}">Continue shopping</a></p>`,
  })
}

function goneNote({ key, name }: GoneLine): Html {
  return html`<div class="error row">
    <span class="grow">${name} is no longer available and is not part of your order.</span>
    ${removeButton(key, name)}
  </div>`
}

/** Shows a separate form, so that Enter in a quantity field does not press this button. */
function removeButton(key: string, name: string): Html {
  return html`<button type="submit" form="remove" name="line" value="${key}" aria-label="Remove ${name}">
    Remove
  </button>`
}

function cartLine(visit: StorefrontVisit, line: PricedLine, { typed, problems }: RejectedQuantities): Html {
  const { key, productId, variant, unitPrice, totalPrice, quantity } = line
  const { region } = visit
  const name = variant === '' ? line.name : `${line.name}, ${variant}`
  const problem = problems.get(key)
  return html`<li class="row">
    <div class="grow">
      <a class="name" href="${homeOf(visit)}/products/${productId}">${line.name}</a>
      <small class="under">${variant === '' ? '' : html`${variant} · `}${money(unitPrice, region)} each</small>
      ${problem === undefined ? '' : html`<small class="problem" id="problem-${key}">${problem}</small>`}
    </div>
    <input
      type="number"
      name="quantity-${key}"
      value="${typed.get(key) ?? String(quantity)}"
      min="1"
      max="${MOST_PIECES}"
      step="1"
      inputmode="numeric"
      aria-label="Quantity of ${name}"
      ${problem === undefined ? '' : html`aria-invalid="true" aria-describedby="problem-${key}"`}
    />
    <span class="number">${money(totalPrice, region)}</span>
    ${removeButton(key, name)}
  </li>`
}

import { html } from 'hono/html'

import type { Html } from './page.ts'

/** The facts of a record, name and value in turn; empty values are left out. */
export function factList(facts: readonly (readonly [name: string, value: string | Html | null])[]): Html {
  const known = facts.filter(([, value]) => value !== null && value !== '')
  return html`<dl class="facts">
    ${known.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`
}

/** Amounts one below the other; the last is what they come to. */
export function totals(amounts: readonly (readonly [name: string, amount: Html])[]): Html {
  return html`<dl class="totals">
    ${amounts.map(
      ([name, amount], at) =>
        html`<dt>${name}</dt>
          <dd ${at === amounts.length - 1 ? html`class="name"` : ''}>${amount}</dd>`,
    )}
  </dl>`
}

/** Breaks before the domain where it does not fit. */
export function emailText(address: string): Html {
  const [name = '', ...domain] = address.split('@')
  return html`${name}<wbr />${domain.length === 0 ? '' : `@${domain.join('@')}`}`
}

import { html } from 'hono/html'

import type { Html } from './page.ts'

/** Shows a record's facts as names and values. Empty values are omitted. */
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

/** Shows aligned amounts. The last one is the total. */
export function totals(amounts: readonly (readonly [name: string, amount: Html])[]): Html {
  return html`<dl class="totals">
    ${amounts.map(
      ([name, amount], at) =>
        html`<dt>${name}</dt>
          <dd ${at === amounts.length - 1 ? html`class="name"` : ''}>${amount}</dd>`,
    )}
  </dl>`
}

/** Allows a line break before the domain of a long address. */
export function emailText(address: string): Html {
  const [name = '', ...domain] = address.split('@')
  return html`${name}<wbr />${domain.length === 0 ? '' : `@${domain.join('@')}`}`
}

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

import { html } from 'hono/html'

import type { Html } from './page.ts'

/** Shows a part of a page with its heading. A table in it fills the card. */
export function section(title: string, body: Html): Html {
  return html`<section class="card">
    <h2>${title}</h2>
    ${body}
  </section>`
}

/** Shows the record on the left and related content on the right, or below it in a narrow window. */
export function columns(left: Html, right: Html): Html {
  return html`<div class="columns">
    <div>${left}</div>
    <div>${right}</div>
  </div>`
}

import { html } from 'hono/html'

import type { Html } from '../pages.ts'
import type { Session } from '../registry/sessions.ts'

/** Who is signed in, the way around, and the region switcher: a plain form. */
export function sessionBar({ store, region, email }: Session): Html {
  const options = store.regions.map(
    ({ id, code, currencyCode }) =>
      html`<option value="${id}" ${id === region.id ? 'selected' : ''}>${code} (${currencyCode})</option>`,
  )
  return html`<span>${store.name} <small>${email}</small></span> <a href="/admin/plugins">Plugins</a>
    <a href="/admin/orders">Orders</a>
    <form method="post" action="/admin/region">
      <select name="region_id" aria-label="Region">
        ${options}
      </select>
      <button type="submit">Switch region</button>
    </form>
    <form method="post" action="/admin/sign-out"><button type="submit">Sign out</button></form>`
}

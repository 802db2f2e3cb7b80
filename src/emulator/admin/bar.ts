import { html } from 'hono/html'

import type { Html } from '../pages/page.ts'
import type { Session } from '../platform/sessions.ts'

export interface AdminFrame {
  readonly part: string
  readonly bar: Html
  readonly scripts: readonly string[]
}

const ways = [
  ['/admin/plugins', 'Plugins'],
  ['/admin/orders', 'Orders'],
  ['/admin/goods', 'Goods'],
] as const

/**
 * What every page of the admin has on top: the way around, who is signed in, and the region switcher, a plain form that leads back to `here` (path and
 * query of the page).
 */
export function adminFrame({ store, region, email, scripts = [] }: Session, here: string): AdminFrame {
  const options = store.regions.map(
    ({ id, code, currencyCode }) =>
      html`<option value="${id}" ${id === region.id ? 'selected' : ''}>${code} (${currencyCode})</option>`,
  )
  const links = ways.map(
    ([href, text]) => html`<a href="${href}" ${here.startsWith(href) ? html`aria-current="page"` : ''}>${text}</a>`,
  )
  return {
    part: 'store admin',
    scripts,
    bar: html`<nav aria-label="Admin">${links}</nav>
      <div class="session">
        <span><span class="name">${store.name}</span> <small class="who">${email}</small></span>
        <form method="post" action="/admin/region">
          <input type="hidden" name="next" value="${here}" />
          <select name="region_id" aria-label="Region">
            ${options}
          </select>
          <button type="submit" aria-label="Switch region">Switch</button>
        </form>
        <form method="post" action="/admin/sign-out"><button type="submit">Sign out</button></form>
      </div>`,
  }
}

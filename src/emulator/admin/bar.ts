import { html } from 'hono/html'

import type { Html } from '../pages/page.ts'
import { installedApps } from '../platform/installs.ts'
import type { Session } from '../platform/sessions.ts'
import type { World } from '../world.ts'

export interface AdminFrame {
  readonly part: string
  readonly bar: Html
  readonly scripts: readonly string[]
}

const ways = [
  ['/admin/orders', 'Orders'],
  ['/admin/products', 'Products'],
  ['/admin/customers', 'Customers'],
  ['/admin/categories', 'Categories'],
  ['/admin/plugins', 'Plugins'],
] as const

/** Apps beside the lists, the ones that were installed last; the Plugins list has them all. */
const APPS_SHOWN = 6

/**
 * What every page of the admin has on top: the navigation with the installed apps, who is signed in, and the region switcher, a plain form that leads
 * back to `here` (path and query of the page).
 */
export function adminFrame(world: World, { store, region, email, scripts = [] }: Session, here: string): AdminFrame {
  const options = store.regions.map(
    ({ id, code, currencyCode }) =>
      html`<option value="${id}" ${id === region.id ? 'selected' : ''}>${code} (${currencyCode})</option>`,
  )
  const apps = installedApps(world, store.id, APPS_SHOWN + 1).map(appWay)
  const isOnApp = here.startsWith(`${MANAGE}/`)
  return {
    part: 'store admin',
    scripts,
    bar: html`<nav aria-label="Admin">${ways.map(([href, text]) => way(href, text, isAt(here, href) && !isOnApp))}</nav>
      ${
        apps.length === 0
          ? ''
          : html`<nav aria-label="Apps" class="apps">
              ${apps.slice(0, APPS_SHOWN).map(([href, text]) => way(href, text, isAt(here, href)))}
              ${apps.length > APPS_SHOWN ? way('/admin/plugins', 'All apps', false) : ''}
            </nav>`
      }
      <div class="session">
        <span class="who"><span class="name">${store.name}</span> <small>${email}</small></span>
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

function way(href: string, text: string, isCurrent: boolean): Html {
  return html`<a href="${href}" ${isCurrent ? html`aria-current="page"` : ''}>${text}</a>`
}

function isAt(here: string, href: string): boolean {
  return here === href || here.startsWith(`${href}/`) || here.startsWith(`${href}?`)
}

const MANAGE = '/admin/plugins/manage'

/** Where the panel of an app is. */
function appWay({ appKey, name }: { readonly appKey: string; readonly name: string }): readonly [string, string] {
  return [`${MANAGE}/${appKey}`, name]
}

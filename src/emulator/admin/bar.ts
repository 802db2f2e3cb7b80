import { html } from 'hono/html'

import type { StoreRegion } from '../../control/contract.ts'
import type { EmulatorContext } from '../context.ts'
import type { Html } from '../pages/page.ts'
import { installedApps } from '../platform/installs.ts'
import type { Session } from '../platform/sessions.ts'

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

/** Number of app links next to the lists, latest installs first. The Plugins list shows all apps. */
const APPS_SHOWN = 6

/**
 * Builds the top of every admin page: the navigation with the installed apps, the signed-in
 * manager, and the region switcher, a plain form that returns to `here` (path and query of the
 * page). On a phone all of it is a menu that opens without a script.
 */
export function adminFrame(
  context: EmulatorContext,
  { store, region, email, scripts = [] }: Session,
  here: string,
): AdminFrame {
  const apps = installedApps(context, store.id, APPS_SHOWN + 1).map(appWay)
  const isOnApp = here.startsWith(`${MANAGE}/`)
  return {
    part: 'store admin',
    scripts,
    bar: html`<button type="button" class="menu-button" popovertarget="menu">Menu</button>
      <div id="menu" popover>
        <nav aria-label="Admin">${ways.map(([href, text]) => way(href, text, isAt(here, href) && !isOnApp))}</nav>
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
          <details class="menu">
            <summary class="button" aria-label="Region ${regionText(region)}">${regionText(region)}</summary>
            <form method="post" action="/admin/region" class="card">
              <input type="hidden" name="next" value="${here}" />
              ${store.regions.map(
                (one) =>
                  html`<button
                    name="region_id"
                    value="${one.id}"
                    ${one.id === region.id ? html`aria-current="true"` : ''}
                  >
                    ${regionText(one)}
                  </button>`,
              )}
            </form>
          </details>
          <form method="post" action="/admin/sign-out"><button type="submit">Sign out</button></form>
        </div>
      </div>`,
  }
}

function regionText({ code, currencyCode }: StoreRegion): string {
  return `${code} (${currencyCode})`
}

function way(href: string, text: string, isCurrent: boolean): Html {
  return html`<a href="${href}" ${isCurrent ? html`aria-current="page"` : ''}>${text}</a>`
}

function isAt(here: string, href: string): boolean {
  return here === href || here.startsWith(`${href}/`) || here.startsWith(`${href}?`)
}

const MANAGE = '/admin/plugins/manage'

/** Returns the link to an app's panel. */
function appWay({ appKey, name }: { readonly appKey: string; readonly name: string }): readonly [string, string] {
  return [`${MANAGE}/${appKey}`, name]
}

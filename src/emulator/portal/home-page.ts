import { html } from 'hono/html'

import type { Registration, Store } from '../../control/contract.ts'
import type { EmulatorContext } from '../context.ts'
import { page } from '../pages/page.ts'
import { pager, rowsBefore } from '../pages/pager.ts'
import { listApps } from '../platform/apps.ts'
import { listStores } from '../platform/stores.ts'
import { bars, site } from './frame.ts'
import { statusBadge, statusRemark } from './status-badge.ts'

/** Number of apps or stores on a page. */
const ROWS = 50

/** Returns one page of a list, and the link to the next. */
function pageOf<T>(url: URL, mark: 'apps' | 'stores', all: readonly T[]) {
  const from = rowsBefore(url, mark)
  const rows = all.slice(from, from + ROWS)
  return { rows, pager: pager(url, from + ROWS < all.length ? from + ROWS : null, mark) }
}

/** Shows the home page with all apps and all test stores. */
export function homePage(context: EmulatorContext, url: URL, scripts: readonly string[]): Promise<Response> {
  const apps = pageOf(url, 'apps', listApps(context))
  const stores = pageOf(url, 'stores', listStores(context))
  return page({
    title: 'Developer portal',
    part: site,
    bar: bars.apps,
    scripts,
    // The sign-in form redirects to the store admin.
    formAction: new URL(context.urls().admin).origin,
    body: html`
      <div class="row">
        <h2 class="grow">Apps</h2>
        <a class="button main" href="/apps/new">Register an app</a>
      </div>
      ${
        apps.rows.length === 0
          ? html`<p class="card empty">
              No apps yet. Register one above, or run <code>app register</code> in a project folder.
            </p>`
          : apps.rows.map(appRow)
      }
      ${apps.pager}
      <h2>Test stores</h2>
      ${
        stores.rows.length === 0
          ? html`<p class="card empty">
              No test stores yet. Open one on an app’s page, or run <code>app store open --name Demo</code>.
            </p>`
          : stores.rows.map((store) => storeRow(store, context.urls().storefront))
      }
      ${stores.pager}
    `,
  })
}

function appRow(app: Registration) {
  return html`<div class="card row">
    <div class="grow"><a class="name" href="/apps/${app.app_key}">${app.name}</a><small>${app.app_key}</small></div>
    <small>${statusRemark(app)}</small>
    ${statusBadge(app)}
  </div>`
}

function storeRow(store: Store, storefront: string) {
  return html`<div class="card row">
    <div class="grow">
      <span class="name">${store.name}</span
      ><small
        >${store.code} (${store.id}) ·
        ${store.regions.map(({ code, currencyCode }) => `${code} ${currencyCode}`).join(', ')}</small
      >
    </div>
    <a class="button" href="${storefront}/${store.code}">Storefront</a>
    <form method="post" action="/stores/${store.code}/sign-in">
      <button class="main" type="submit">Open admin</button>
    </form>
  </div>`
}

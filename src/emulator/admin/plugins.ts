import { html } from 'hono/html'

import type { Registration } from '../../control/contract.ts'
import { page } from '../pages/page.ts'
import { findApp, listApps } from '../platform/apps.ts'
import { livingInstalls, regionLabel, type LivingInstall } from '../platform/installs.ts'
import { asInStore } from '../platform/live-version.ts'
import type { Session } from '../platform/sessions.ts'
import type { World } from '../world.ts'
import { adminFrame } from './bar.ts'

/** The Plugins list: apps that this store may install (the catalogue and its own test apps), and those that are installed. */
export function pluginsPage(world: World, session: Session): Promise<Response> {
  const { store } = session
  const installs = livingInstalls(world, store.id)
  const offered = listApps(world)
    .map((app) => asInStore(world, app, store.code))
    .filter((app) => app.listed || app.test_store_codes.includes(store.code))
  return page({
    title: 'Plugins',
    ...adminFrame(world, session, '/admin/plugins'),
    body: html`
      <h2>Installed</h2>
      ${
        installs.length === 0
          ? html`<p class="card empty">Nothing is installed yet.</p>`
          : installs.map((install) => installedRow(world, store.id, install))
      }
      <h2>Available</h2>
      ${
        offered.length === 0
          ? html`<p class="card empty">No app is offered to this store.</p>`
          : offered.map(offeredRow)
      }
    `,
  })
}

function offeredRow(app: Registration) {
  return html`<div class="card row">
    <div class="grow"><span class="name">${app.name}</span><small>${app.app_key}</small></div>
    ${app.status === 'published' ? '' : html`<span class="badge wait">test app</span>`}
    <a class="button" href="/admin/plugins/install/${app.app_key}">Install</a>
  </div>`
}

function installedRow(world: World, storeId: number, { appKey, regionId }: LivingInstall) {
  return html`<div class="card row">
    <div class="grow">
      <span class="name">${findApp(world, appKey)?.name ?? appKey}</span
      ><small>${appKey} · ${regionLabel(world, storeId, regionId)}</small>
    </div>
    <a class="button main" href="/admin/plugins/manage/${appKey}">Open</a>
    <form method="post" action="/admin/plugins/uninstall/${appKey}">
      <input type="hidden" name="region_id" value="${regionId ?? ''}" />
      <button type="submit">Uninstall</button>
    </form>
  </div>`
}

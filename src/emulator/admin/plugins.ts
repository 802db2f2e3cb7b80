import { html } from 'hono/html'

import { page } from '../pages.ts'
import { findApp, listApps } from '../registry/apps.ts'
import { livingInstalls, regionLabel, type LivingInstall } from '../registry/installs.ts'
import type { Session } from '../registry/sessions.ts'
import type { World } from '../world.ts'
import { sessionBar } from './bar.ts'

/** The Plugins list: apps that this store may install (the catalogue and its own test apps), and those that are installed. */
export function pluginsPage(world: World, session: Session): Promise<Response> {
  const { store } = session
  const installs = livingInstalls(world, store.id)
  const offered = listApps(world).filter((app) => app.listed || app.test_store_codes.includes(store.code))
  return page({
    title: 'Plugins',
    bar: sessionBar(session),
    body: html`
      <h2>Installed</h2>
      ${
        installs.length === 0
          ? html`<p class="quiet">Nothing is installed yet.</p>`
          : html`<table>
              <tr>
                <th>App</th>
                <th>Where</th>
                <th></th>
              </tr>
              ${installs.map((install) => installedRow(world, store.id, install))}
            </table>`
      }
      <h2>Available</h2>
      ${
        offered.length === 0
          ? html`<p class="quiet">No app is offered to this store.</p>`
          : html`<table>
              ${offered.map(
                (app) =>
                  html`<tr>
                    <td>${app.name}<br /><small>${app.app_key}</small></td>
                    <td>${app.status === 'published' ? '' : html`<small>test</small>`}</td>
                    <td><a href="/admin/plugins/install/${app.app_key}">Install</a></td>
                  </tr>`,
              )}
            </table>`
      }
    `,
  })
}

function installedRow(world: World, storeId: number, { appKey, regionId }: LivingInstall) {
  return html`<tr>
    <td>
      <a href="/admin/plugins/manage/${appKey}">${findApp(world, appKey)?.name ?? appKey}</a><br /><small
        >${appKey}</small
      >
    </td>
    <td>${regionLabel(world, storeId, regionId)}</td>
    <td>
      <form method="post" action="/admin/plugins/uninstall/${appKey}">
        <input type="hidden" name="region_id" value="${regionId ?? ''}" />
        <button type="submit">Uninstall</button>
      </form>
    </td>
  </tr>`
}

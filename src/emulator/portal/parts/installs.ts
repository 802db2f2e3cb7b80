import { html } from 'hono/html'

import { instant, type Html } from '../../pages/page.ts'
import { listInstalls, regionLabel } from '../../platform/installs.ts'
import type { World } from '../../world.ts'

/** Where the app is installed, and was. */
export function installsPart(world: World, appKey: string): Html {
  const rows = listInstalls(world, appKey)
  if (rows.length === 0)
    return html`<p class="card empty">None yet: a store's owner installs the app on the Plugins page of the admin.</p>`
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Store</th>
          <th scope="col">Where</th>
          <th scope="col">Subscription</th>
          <th scope="col">Since</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td>${row.storeCode}</td>
              <td>${regionLabel(world, row.storeId, row.regionId)}</td>
              <td>
                <span class="badge ${row.subscription === 'P' ? 'wait' : 'good'}"
                  >${row.subscription === 'P' ? 'payment pending' : 'active'}</span
                ><small class="under">${row.topics.join(', ')}</small>
              </td>
              <td>
                ${instant(row.installedAt)}${
                  row.removedAt === null ? '' : html`<small class="under">removed ${instant(row.removedAt)}</small>`
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

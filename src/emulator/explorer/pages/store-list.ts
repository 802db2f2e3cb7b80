import { html } from 'hono/html'

import { page } from '../../pages/page.ts'
import { listStores } from '../../platform/stores.ts'
import { bar, site } from '../../portal/frame.ts'
import type { World } from '../../world.ts'
import { storeAddress } from './addresses.ts'

/** The stores whose tables there are. */
export function storeList(world: World, scripts: readonly string[]): Promise<Response> {
  const stores = listStores(world)
  return page({
    title: 'Data',
    part: site,
    bar,
    scripts,
    body: html`<p class="lead">What the platform keeps of each store.</p>
      ${
        stores.length === 0
          ? html`<p class="card empty">No store yet: <code>app store open --name Demo</code> opens one.</p>`
          : stores.map(
              (store) =>
                html`<div class="card row">
                  <div class="grow">
                    <a class="name" href="${storeAddress(store)}">${store.name}</a><small>${store.code}</small>
                  </div>
                </div>`,
            )
      }`,
  })
}

import { html } from 'hono/html'

import type { EmulatorContext } from '../../context.ts'
import { page } from '../../pages/page.ts'
import { pager, rowsBefore } from '../../pages/pager.ts'
import { listStores } from '../../platform/stores.ts'
import { bars, site } from '../../portal/frame.ts'
import { storeAddress } from '../addresses.ts'

/** Number of stores on a page. */
const ROWS = 50

/** Lists the stores whose tables can be viewed. */
export function storeList(context: EmulatorContext, url: URL, scripts: readonly string[]): Promise<Response> {
  const all = listStores(context)
  const from = rowsBefore(url)
  const stores = all.slice(from, from + ROWS)
  return page({
    title: 'Data',
    part: site,
    bar: bars.data,
    scripts,
    body: html`<p class="lead">The emulator’s data for each store.</p>
      ${
        stores.length === 0
          ? html`<p class="card empty">No stores yet. Open one: <code>app store open --name Demo</code></p>`
          : stores.map(
              (store) =>
                html`<div class="card row">
                  <div class="grow">
                    <a class="name" href="${storeAddress(store)}">${store.name}</a><small>${store.code}</small>
                  </div>
                </div>`,
            )
      }
      ${pager(url, from + ROWS < all.length ? from + ROWS : null, 'after')}`,
  })
}

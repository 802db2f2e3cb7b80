import { html } from 'hono/html'

import { page, type Html } from '../../pages/page.ts'
import { bars, site } from '../../portal/frame.ts'
import { tableGroups } from '../../tables/all.ts'
import { storeAddress, tableAddress } from '../addresses.ts'
import type { ExplorerVisit } from '../visit.ts'

export interface StorePage {
  readonly title: string
  readonly lead: Html | string
  readonly content: Html
  readonly status?: number
  /** Current table. */
  readonly table?: string
}

/** Shows an explorer page of one store, with all its tables at the side. */
export function storePage({ store, scripts }: ExplorerVisit, content: StorePage): Promise<Response> {
  const current = (name: string) => (name === content.table ? html`aria-current="page"` : '')
  return page({
    title: content.title,
    status: content.status ?? 200,
    part: site,
    bar: bars.data,
    scripts,
    width: 'wide',
    body: html`<p class="lead">
        <a href="${storeAddress(store)}">${store.name}</a> <span aria-hidden="true">·</span> ${content.lead}
      </p>
      <div class="beside">
        <button type="button" class="menu-button" popovertarget="tables">All tables</button>
        <nav class="tables" id="tables" popover aria-label="Tables">
          <ul>
            ${Object.entries(tableGroups).map(
              ([group, tables]) =>
                html`<li>
                  ${group}
                  <ul>
                    ${Object.keys(tables).map(
                      (name) => html`<li><a href="${tableAddress({ store, name })}" ${current(name)}>${name}</a></li>`,
                    )}
                  </ul>
                </li>`,
            )}
          </ul>
        </nav>
        <div class="grow">${content.content}</div>
      </div>`,
  })
}

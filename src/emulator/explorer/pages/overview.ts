import { html } from 'hono/html'

import { checkpointAt } from '../../checkpoints/checkpoint.ts'
import { drawNote } from '../../portal/note.ts'
import { tableGroups } from '../../tables/all.ts'
import { countRows, MOST_COUNTED } from '../../tables/rows/find-rows.ts'
import { tableAddress } from '../addresses.ts'
import type { ExplorerVisit } from '../visit.ts'
import { checkpointCard } from './changes-page.ts'
import { storePage } from './frame.ts'

/** Shows every table of the store with its number of rows. */
export function overviewPage(visit: ExplorerVisit): Promise<Response> {
  const { store, tools } = visit
  const count = (name: string, table: (typeof tableGroups)[string][string]) => {
    const rows = countRows({ context: tools.context, store, name, table })
    return rows > MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en')}+` : rows.toLocaleString('en')
  }
  return storePage(visit, {
    title: 'Data',
    lead: 'The emulator’s data for this store.',
    content: html`${drawNote(visit.note, 'data')}
    ${checkpointCard(tools.context, store, checkpointAt(tools.context, store.id))}
    ${Object.entries(tableGroups).map(
      ([group, tables]) =>
        html`<h2>${group}</h2>
          <div class="scroll">
            <table>
              <thead class="unseen">
                <tr>
                  <th scope="col">Table</th>
                  <th scope="col">Contents</th>
                  <th scope="col">Rows</th>
                </tr>
              </thead>
              <tbody>
                ${Object.entries(tables).map(
                  ([name, table]) =>
                    html`<tr>
                      <td><a class="name" href="${tableAddress({ store, name })}">${name}</a></td>
                      <td class="words">${table.about}</td>
                      <td class="number">${count(name, table)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`,
    )}`,
  })
}

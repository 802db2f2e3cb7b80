import { html } from 'hono/html'

import type { RowChange, TableValue } from '../../../control/changes.ts'
import type { Store } from '../../../control/contract.ts'
import { listChanges } from '../../checkpoints/list-changes.ts'
import type { EmulatorContext } from '../../context.ts'
import { moment } from '../../pages/moment.ts'
import type { Html } from '../../pages/page.ts'
import { drawNote } from '../../portal/note.ts'
import { rowAddress, storeAddress, tableAddress } from '../addresses.ts'
import type { ExplorerVisit } from '../visit.ts'
import { storePage } from './frame.ts'

/** Returns the path of a store's changes. */
export function changesAddress(store: Pick<Store, 'code'>): string {
  return `${storeAddress(store)}/changes`
}

/** Shows the checkpoint, and the buttons to set and remove it. */
export function checkpointCard(context: EmulatorContext, store: Store, since: string | null): Html {
  return html`<div class="card row">
    <div class="grow">
      ${
        since === null
          ? html`<span class="name">No checkpoint yet</span
              ><small>Save a checkpoint to see later which rows changed.</small>`
          : html`<span class="name">Checkpoint from ${moment(context, since)}</span
              ><small><a href="${changesAddress(store)}">Show changes</a></small>`
      }
    </div>
    ${button(store, 'remember', 'Save checkpoint')}
    ${since === null ? '' : button(store, 'forget', 'Delete checkpoint')}
  </div>`
}

function button(store: Store, action: 'remember' | 'forget', label: string): Html {
  return html`<form method="post" action="${storeAddress(store)}/${action}">
    <button type="submit">${label}</button>
  </form>`
}

/** Shows every changed row with its old and new values. */
export function changesPage(visit: ExplorerVisit): Promise<Response> {
  const { tools, store, note } = visit
  const { since, changes, truncated } = listChanges(tools.context, store)
  const tables = [...Map.groupBy(changes, ({ table }) => table)]
  return storePage(visit, {
    title: 'Changes',
    lead: since === null ? 'No checkpoint yet. Save one below.' : html`Changes since ${moment(tools.context, since)}.`,
    content: html`${drawNote(note, 'data')} ${checkpointCard(tools.context, store, since)}
    ${since !== null && changes.length === 0 ? html`<p class="card empty">No changes since the checkpoint.</p>` : ''}
    ${tables.map(
      ([name, rows]) =>
        html`<h2><a href="${tableAddress({ store, name })}">${name}</a></h2>
          ${rows.map((row) => changeCard(store, row))}
          ${truncated.includes(name) ? html`<p class="quiet">More changed rows are not shown.</p>` : ''}`,
    )}`,
  })
}

const tones = { added: 'good', changed: 'wait', removed: 'bad' } as const

function changeCard(store: Store, { table, key, change, columns }: RowChange): Html {
  const words = key.join(' · ')
  return html`<div class="card">
    <p class="row">
      ${
        change === 'removed'
          ? html`<span class="name">${words}</span>`
          : html`<a class="name" href="${rowAddress({ store, name: table }, key)}">${words}</a>`
      }
      <span class="badge ${tones[change]}">${change}</span>
    </p>
    <dl class="facts">
      ${columns
        .filter(({ before, after }) => before !== null || after !== null)
        .map(
          ({ column, before, after }) =>
            html`<dt>${column}</dt>
              <dd>
                ${change === 'added' ? '' : html`<del>${shown(before)}</del>`} ${change === 'changed' ? '→' : ''}
                ${change === 'removed' ? '' : html`<ins>${shown(after)}</ins>`}
              </dd>`,
        )}
    </dl>
  </div>`
}

function shown(value: TableValue): string {
  return value === null ? 'null' : String(value)
}

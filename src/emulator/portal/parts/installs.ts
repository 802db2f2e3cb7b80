import { html } from 'hono/html'

import type { InstallRow } from '../../../control/contract.ts'
import { moment } from '../../pages/moment.ts'
import type { Html } from '../../pages/page.ts'
import { recordTable } from '../../pages/record-table.ts'
import { listInstalls, regionLabel } from '../../platform/installs.ts'
import type { World } from '../../world.ts'

/** Shows the app's current and former installs. */
export function installsPart(world: World, appKey: string): Html {
  const rows = listInstalls(world, appKey).map((row) => cells(world, row))
  return recordTable({ columns, rows, empty: EMPTY }, 'Installs')
}

const EMPTY = 'No installs yet. Install the app on the Plugins page of the store admin.'

const columns = ['Store', 'Region', 'Subscription', 'Since']

function cells(world: World, row: InstallRow) {
  const isPending = row.subscription === 'P'
  return [
    row.storeCode,
    regionLabel(world, row.storeId, row.regionId),
    html`<span class="badge ${isPending ? 'wait' : 'good'}">${isPending ? 'payment pending' : 'active'}</span
      ><small class="under">${row.topics.join(', ')}</small>`,
    html`${moment(world, row.installedAt)}${
      row.removedAt === null ? '' : html`<small class="under">removed ${moment(world, row.removedAt)}</small>`
    }`,
  ]
}

import { html } from 'hono/html'

import type { InstallRow } from '../../../control/contract.ts'
import type { EmulatorContext } from '../../context.ts'
import { moment } from '../../pages/moment.ts'
import type { Html } from '../../pages/page.ts'
import { recordTable } from '../../pages/record-table.ts'
import { listInstalls, regionLabel } from '../../platform/installs.ts'

/** Shows the app's current and former installs. */
export function installsPart(context: EmulatorContext, appKey: string): Html {
  const rows = listInstalls(context, appKey).map((row) => cells(context, row))
  return recordTable({ columns, rows, empty: EMPTY }, 'Installs')
}

const EMPTY = 'No installs yet. Install the app on the Plugins page of the store admin.'

const columns = ['Store', 'Region', 'Subscription', 'Since']

function cells(context: EmulatorContext, row: InstallRow) {
  const isPending = row.subscription === 'P'
  return [
    row.storeCode,
    regionLabel(context, row.storeId, row.regionId),
    html`<span class="badge ${isPending ? 'wait' : 'good'}">${isPending ? 'payment pending' : 'active'}</span
      ><small class="under">${row.topics.join(', ')}</small>`,
    html`${moment(context, row.installedAt)}${
      row.removedAt === null ? '' : html`<small class="under">removed ${moment(context, row.removedAt)}</small>`
    }`,
  ]
}

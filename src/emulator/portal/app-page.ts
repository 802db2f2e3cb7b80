import { html } from 'hono/html'

import { topicNames } from '../../catalog/topics.ts'
import type { Delivery, Registration } from '../../control/contract.ts'
import { listDeliveries } from '../deliveries/delivery-list.ts'
import { errorPage, page } from '../pages.ts'
import { findApp } from '../registry/apps.ts'
import { listInstalls, regionLabel } from '../registry/installs.ts'
import type { World } from '../world.ts'

/** One app: its registration without secrets, its installs, and the Webhooks tab with queue and last error (APP-031, APP-032). */
export function appPage(world: World, appKey: string): Promise<Response> {
  const app = findApp(world, appKey)
  if (app === null) return errorPage({ title: 'No such app', message: `There is no app ${appKey}.`, status: 404 })
  return page({
    title: app.name,
    body: html`${registration(app)}
      <h2>Installs</h2>
      ${installs(world, appKey)}
      <h2 id="webhooks">Webhooks</h2>
      ${webhooks(world, app)}`,
  })
}

function registration(app: Registration) {
  const rows: readonly (readonly [string, string])[] = [
    ['app_key', app.app_key],
    ['status', app.status],
    ['client_id', app.client_id],
    ['requested_scopes', app.requested_scopes.join(', ')],
    ['optional_scopes', app.optional_scopes.join(', ')],
    ['redirect_uris', app.redirect_uris.join(', ')],
    ['install_scope', app.install_scope],
    ['webhook_url', app.webhook_url ?? ''],
    ['webhook_topics', app.webhook_topics.join(', ')],
    ['countries', app.countries.join(', ') || 'global'],
    ['test_store_codes', app.test_store_codes.join(', ')],
  ]
  return html`<table>
    ${rows.map(
      ([name, value]) =>
        html`<tr>
          <th><code>${name}</code></th>
          <td>${value}</td>
        </tr>`,
    )}
  </table>`
}

function installs(world: World, appKey: string) {
  const rows = listInstalls(world, appKey)
  if (rows.length === 0) return html`<p class="quiet">None yet.</p>`
  return html`<table>
    <tr>
      <th>Store</th>
      <th>Where</th>
      <th>Subscription</th>
      <th>Since</th>
    </tr>
    ${rows.map(
      (row) =>
        html`<tr>
          <td>${row.storeCode}</td>
          <td>${regionLabel(world, row.storeId, row.regionId)}</td>
          <td>
            ${row.subscription === 'P' ? 'P (payment pending)' : 'active'} <small>${row.topics.join(', ')}</small>
          </td>
          <td>
            ${row.installedAt}${row.removedAt === null ? '' : html`<br /><small>removed ${row.removedAt}</small>`}
          </td>
        </tr>`,
    )}
  </table>`
}

function webhooks(world: World, app: Registration) {
  const deliveries = listDeliveries(world, { appKey: app.app_key, limit: 50 })
  return html`<form method="post" action="/apps/${app.app_key}/test-event">
      <select name="topic" aria-label="Topic">
        ${topicNames.map((topic) => html`<option>${topic}</option>`)}
      </select>
      <button type="submit">Send test event</button>
    </form>
    ${deliveries.length === 0 ? html`<p class="quiet">The queue is empty.</p>` : ''}
    <table>
      <tr>
        <th>Event</th>
        <th>State</th>
        <th>Attempts</th>
        <th>Last error</th>
      </tr>
      ${deliveries.map(deliveryRow)}
    </table>`
}

function deliveryRow({ eventId, topic, state, attempts, lastStatus, lastError, createdAt }: Delivery) {
  return html`<tr>
    <td>${topic}<br /><small>${eventId} ${createdAt}</small></td>
    <td>${state === 'dead_letter' ? 'dead letter' : state}</td>
    <td class="number">${attempts}</td>
    <td>${lastError ?? ''} ${lastStatus ?? ''}</td>
  </tr>`
}

import { html } from 'hono/html'

import { topicNames } from '../../catalog/topics.ts'
import type { Delivery, Registration } from '../../control/contract.ts'
import { listDeliveries } from '../deliveries/delivery-list.ts'
import { errorPage, instant, page, type Html } from '../pages/page.ts'
import { findApp } from '../platform/apps.ts'
import { listInstalls, regionLabel } from '../platform/installs.ts'
import type { World } from '../world.ts'

/** One app: its registration without secrets, its installs, and the Webhooks tab with queue and last error (APP-031, APP-032). */
export function appPage(world: World, appKey: string): Promise<Response> {
  const app = findApp(world, appKey)
  if (app === null)
    return errorPage({
      title: 'No such app',
      message: `There is no app ${appKey}.`,
      status: 404,
      part: 'developer portal',
      back: { href: '/', text: 'To the portal' },
    })
  return page({
    title: app.name,
    part: 'developer portal',
    bar: html`<nav aria-label="Portal"><a href="/">Apps and stores</a></nav>`,
    body: html`<p class="lead row"><code>${app.app_key}</code> ${statusBadge(app)}</p>
      <nav class="tabs" aria-label="Parts">
        <a href="#webhooks">Webhooks</a><a href="#installs">Installs</a><a href="#registration">Registration</a>
      </nav>
      <h2 id="webhooks">Webhooks</h2>
      ${webhooks(world, app)}
      <h2 id="installs">Installs</h2>
      ${installs(world, appKey)}
      <h2 id="registration">Registration</h2>
      ${registration(app)}`,
  })
}

/** A36: the letters mean other things elsewhere, so words stand beside them. */
export function statusBadge({ status, listed, has_unpublished_change: isChanged }: Registration): Html {
  const [words, tone] = statusWords[status]
  return html`<span class="badge ${tone}"
    >${words}${listed ? ', in the app store' : ''}${isChanged ? ', changed since' : ''}</span
  >`
}

const statusWords = {
  D: ['D (draft)', ''],
  P: ['P (in review)', 'wait'],
  published: ['published', 'good'],
  X: ['X (suspended)', 'bad'],
} as const

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
  return html`<dl class="card facts">
    ${rows.map(
      ([name, value]) =>
        html`<dt><code>${name}</code></dt>
          <dd>${value === '' ? html`<span class="quiet">none</span>` : value}</dd>`,
    )}
  </dl>`
}

function installs(world: World, appKey: string) {
  const rows = listInstalls(world, appKey)
  if (rows.length === 0) return html`<p class="card empty">None yet.</p>`
  return html`<div class="scroll">
    <table>
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
              <span class="badge ${row.subscription === 'P' ? 'wait' : 'good'}"
                >${row.subscription === 'P' ? 'P (payment pending)' : 'active'}</span
              ><small class="under">${row.topics.join(', ')}</small>
            </td>
            <td>
              ${instant(row.installedAt)}${
                row.removedAt === null ? '' : html`<small class="under">removed ${instant(row.removedAt)}</small>`
              }
            </td>
          </tr>`,
      )}
    </table>
  </div>`
}

function webhooks(world: World, app: Registration) {
  const deliveries = listDeliveries(world, { appKey: app.app_key, limit: 50 })
  return html`<form method="post" action="/apps/${app.app_key}/test-event" class="card row">
      <span class="grow quiet"
        >Sends a signed event to ${app.webhook_url ?? 'the webhook address, once there is one'}.</span
      >
      <select name="topic" aria-label="Topic">
        ${topicNames.map((topic) => html`<option>${topic}</option>`)}
      </select>
      <button class="main" type="submit">Send test event</button>
    </form>
    ${
      deliveries.length === 0
        ? html`<p class="card empty">The queue is empty.</p>`
        : html`<div class="scroll">
            <table>
              <tr>
                <th>Event</th>
                <th>State</th>
                <th class="number">Attempts</th>
                <th>Last error</th>
              </tr>
              ${deliveries.map(deliveryRow)}
            </table>
          </div>`
    }`
}

const stateTones = { pending: 'wait', delivered: 'good', dead_letter: 'bad' } as const

function deliveryRow({ eventId, topic, state, attempts, lastStatus, lastError, createdAt }: Delivery) {
  return html`<tr>
    <td>
      <span class="name">${topic}</span><small>${instant(createdAt)} · <code>${eventId}</code></small>
    </td>
    <td>
      <span class="badge ${stateTones[state]}">${state === 'dead_letter' ? 'dead letter' : state}</span>
      <small>${lastStatus ?? ''}</small>
    </td>
    <td class="number">${attempts}</td>
    <td>${lastError ?? ''}</td>
  </tr>`
}

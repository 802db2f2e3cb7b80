import { html } from 'hono/html'

import { deliveryStateWords, deliveryTones } from '../../../catalog/status-words.ts'
import { topicNames } from '../../../catalog/topics.ts'
import type { Delivery, Registration } from '../../../control/contract.ts'
import { AppError } from '../../../errors.ts'
import { isSuccess } from '../../../http/status.ts'
import type { EmulatorContext } from '../../context.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import { findDelivery, listDeliveries, redeliver } from '../../deliveries/delivery-list.ts'
import type { Queue } from '../../deliveries/queue.ts'
import { sendTestEvent } from '../../deliveries/test-event.ts'
import { moment } from '../../pages/moment.ts'
import type { Html } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { numbers, recordTable } from '../../pages/record-table.ts'
import { noteOf, type Note } from '../note.ts'

/** Number of queue rows on one page. */
const ROWS = 100

/** Shows the Webhooks tab: a test event (APP-030), and the queue with its last errors (APP-031, APP-032). */
export function webhooksPart(context: EmulatorContext, app: Registration, url: URL): Html {
  const before = url.searchParams.has('before') ? pageStart(url) : null
  const found = listDeliveries(context, { appKey: app.app_key, limit: ROWS + 1, before })
  const rows = found.slice(0, ROWS)
  const next = found.length > ROWS ? (rows.at(-1)?.id ?? null) : null
  const empty =
    before === null ? 'No deliveries yet. Place an order in a store that has the app.' : 'No older deliveries.'
  return html`<form method="post" action="/apps/${app.app_key}/test-event" class="card row">
      <span class="grow quiet"
        >${
          app.webhook_url === null
            ? 'To send events, set a webhook URL.'
            : html`Sends a signed event to <code>${app.webhook_url}</code>, bypassing the queue.`
        }</span
      >
      <label class="inline"
        >Topic
        <select name="topic">
          ${topicNames.map((topic) => html`<option>${topic}</option>`)}
        </select></label
      >
      <button class="main" type="submit">Send test event</button>
    </form>
    ${recordTable({ columns, rows: rows.map((row) => cells(context, app, row)), empty }, 'Deliveries')}
    ${pager(url, next)}`
}

const columns = [
  'Topic',
  'eventId',
  'State',
  numbers('Attempts'),
  'Last error',
  { title: html`<span class="unseen">Action</span>` },
]

function cells(context: EmulatorContext, app: Registration, row: Delivery) {
  return [
    html`<span class="name">${row.topic}</span><small>${moment(context, row.createdAt)}</small>`,
    html`<code class="id">${row.eventId}</code>`,
    html`<span class="badge ${deliveryTones[row.state]}">${deliveryStateWords[row.state]}</span>`,
    String(row.attempts),
    lastError(row),
    row.state === 'pending' ? '' : redeliverForm(app, row),
  ]
}

/** Returns the last error. Older rows lack the response's status in their text, so it is added. */
function lastError({ lastStatus, lastError: error }: Delivery): string {
  if (error === null) return ''
  return lastStatus === null || error.includes(String(lastStatus)) ? error : `${lastStatus}: ${error}`
}

function redeliverForm({ app_key: key }: Registration, { id, topic, eventId }: Delivery) {
  return html`<form method="post" action="/apps/${key}/redeliver">
    <input type="hidden" name="id" value="${id}" />
    <button type="submit" aria-label="Redeliver ${topic} ${eventId}">Redeliver</button>
  </form>`
}

/** Sends a test event and reports the app's response (EVT-001 to EVT-005). */
export async function sendTest({ context }: ControlTools, app: Registration, form: URLSearchParams): Promise<Note> {
  const topic = form.get('topic') ?? ''
  const { eventId, status, error, ms } = await sendTestEvent(context, { appKey: app.app_key, topic })
  const isGood = status !== null && isSuccess(status)
  return {
    part: 'webhooks',
    tone: isGood ? 'good' : 'bad',
    body: html`<p>
        ${topic}: ${status === null ? (error ?? 'No response.') : `the webhook address responded with ${status}.`} The
        attempt took ${ms} ms.
      </p>
      <p>Event <code>${eventId}</code> has a real signature and envelope, but is not in the queue.</p>`,
  }
}

/** Time that the page waits for the result of a redelivery. */
const PATIENCE_MS = 1500

/** Redelivers an event through the queue. Raises `emulator.bad-request` for a delivery of another app, and the errors of `redeliver`. */
export async function deliverAgain(
  { context, queue }: ControlTools,
  app: Registration,
  form: URLSearchParams,
): Promise<Note> {
  const id = Number(form.get('id') ?? Number.NaN)
  if (findDelivery(context, id)?.appKey !== app.app_key)
    throw new AppError('emulator.bad-request', 'This app has no such delivery in the queue.')
  const { eventId } = redeliver(context, id)
  await settled(queue)
  const { state, lastError: error } = findDelivery(context, id) ?? { state: 'pending', lastError: null }
  return noteOf('webhooks', `Resent ${eventId}. State: ${deliveryStateWords[state]}.`, error === null ? [] : [error])
}

async function settled(queue: Queue): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  await Promise.race([queue.settle(), promise])
  clearTimeout(timer)
}

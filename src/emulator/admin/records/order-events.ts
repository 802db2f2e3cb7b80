import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import { deliveryStateWords, wordOf } from '../../../catalog/status-words.ts'
import { integerOrNull, iso, text, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import { instant, type Html } from '../../pages/page.ts'
import { recordTable } from '../../pages/record-table.ts'
import { inspectorAddress } from '../../platform/inspectors.ts'
import type { World } from '../../world.ts'

/**
 * The events of an order, and how the delivery of each to each app ended. The page of the app in the portal has the whole queue; what the app made of an
 * event is in the developer's journal, which the emulator does not see: where an inspector shows it, a link leads there.
 */
export function orderEvents(world: World, db: DatabaseSync, orderId: number): Html {
  const events = prepared(
    db,
    "SELECT event_id, topic, created_at FROM events WHERE data ->> '$.orderId' = ? ORDER BY id",
  ).all(orderId)
  const deliveries = prepared(
    world.registry,
    'SELECT app_key, state, attempts, last_status FROM deliveries WHERE event_id = ? ORDER BY app_key, id',
  )
  const rows = events.map((event) => [
    html`<code>${text(event, 'topic')}</code>`,
    html`<code>${text(event, 'event_id')}</code>`,
    instant(iso(event, 'created_at')),
    fates(world, text(event, 'event_id'), deliveries.all(text(event, 'event_id'))),
  ])
  const newest = events.at(-1)
  return html`${recordTable({ columns, rows, empty: 'None yet: the next change of the order sends one.' }, 'Events')}
  ${newest === undefined ? '' : inspection(text(newest, 'event_id'))}`
}

/** In its own tab, beside the order. */
function inspectLink(address: string | null, appKey: string): Html | '' {
  if (address === null) return ''
  return html`<a href="${address}" target="_blank" rel="noopener noreferrer" aria-label="Inspect at ${appKey}"
    >Inspect</a
  >`
}

function inspection(eventId: string): Html {
  return html`<p class="quiet">
    How the app answered, in the app's project folder: <code>app webhook show ${eventId}</code>, and every delivery as a
    page: <code>app webhook inspect</code>.
  </p>`
}

const columns = ['Topic', 'Event id', 'At', 'To']

function fates(world: World, eventId: string, deliveries: readonly Row[]): Html {
  if (deliveries.length === 0) return html`<small>no app has subscribed</small>`
  return html`${deliveries.map((delivery) => {
    const [appKey, state, status] = [
      text(delivery, 'app_key'),
      text(delivery, 'state'),
      integerOrNull(delivery, 'last_status'),
    ]
    return html`<span class="line"
      >${appKey}: ${wordOf(deliveryStateWords, state)}${status === null ? '' : `, answered ${status}`}
      ${inspectLink(inspectorAddress(world, appKey, eventId), appKey)}</span
    >`
  })}`
}

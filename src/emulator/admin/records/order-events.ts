import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import { deliveryStateWords, deliveryTones } from '../../../catalog/status-words.ts'
import type { DeliveryState } from '../../../control/contract.ts'
import { integer, integerOrNull, iso, text, textOrNull, word, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { EmulatorContext } from '../../context.ts'
import { moment } from '../../pages/moment.ts'
import type { Html } from '../../pages/page.ts'
import { inspectorAddress } from '../../platform/inspectors.ts'

/**
 * Shows an order's events, newest first, with each app's response. The developer's journal records how
 * the app handled an event, but the emulator cannot read it, so a link opens it while an inspector runs.
 */
export function orderEvents(context: EmulatorContext, db: DatabaseSync, orderId: number): Html {
  const events = prepared(
    db,
    "SELECT event_id, topic, created_at FROM events WHERE data ->> '$.orderId' = ? ORDER BY id DESC",
  ).all(orderId)
  const deliveries = prepared(
    context.registry,
    'SELECT app_key, state, attempts, last_status, last_error FROM deliveries WHERE event_id = ? ORDER BY app_key, id',
  )
  const newest = events[0]
  if (newest === undefined)
    return html`<p class="quiet">No events yet. Paying, shipping, cancelling or refunding the order sends one.</p>`
  return html`<ol class="timeline" aria-label="Events">
      ${events.map((event) => {
        const id = text(event, 'event_id')
        return html`<li>
          <div class="row">
            <span class="grow name">${text(event, 'topic')}</span> ${moment(context, iso(event, 'created_at'))}
          </div>
          <small><code>${id}</code></small>
          ${responses(context, id, deliveries.all(id))}
        </li>`
      })}
    </ol>
    <p class="quiet">
      <small
        >In the project folder, <code>app webhook show ${text(newest, 'event_id')}</code> shows the request and the
        response.</small
      >
    </p>`
}

function responses(context: EmulatorContext, eventId: string, deliveries: readonly Row[]): Html {
  if (deliveries.length === 0) return html`<p class="quiet">No app is subscribed.</p>`
  return html`${deliveries.map((delivery) => {
    const [appKey, state] = [text(delivery, 'app_key'), word<DeliveryState>(delivery, 'state')]
    const [status, attempts] = [integerOrNull(delivery, 'last_status'), integer(delivery, 'attempts')]
    return html`<p>
      <span class="badge ${deliveryTones[state]}">${deliveryStateWords[state]}</span> ${appKey}
      ${status === null ? textOrNull(delivery, 'last_error') : `status ${status}`}
      ${attempts > 1 ? `(${attempts} attempts)` : ''} ${inspectLink(inspectorAddress(context, appKey, eventId), appKey)}
    </p>`
  })}`
}

/** Opens a separate tab, so that the order stays open. */
function inspectLink(address: string | null, appKey: string): Html | '' {
  if (address === null) return ''
  return html`<a href="${address}" target="_blank" rel="noopener noreferrer" aria-label="Inspect at ${appKey}"
    >Inspect</a
  >`
}

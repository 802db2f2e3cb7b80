import { html } from 'hono/html'

import { integer, text, type Row } from '../../../storage/columns.ts'
import { prepared, readInteger } from '../../../storage/statements.ts'
import { listDeliveries } from '../../deliveries/queue-rows.ts'
import type { Html } from '../../pages/page.ts'
import type { Note } from '../../portal/note.ts'
import type { StoreTable } from '../../tables/store-table.ts'
import { rowAddress, tableAddress } from '../addresses.ts'

/** Input for the report of an edit: its changed columns and sent events. */
export interface Outcome {
  readonly label: string
  readonly before: Row | null
  readonly after: Row | null
  /** Last event before the edit. */
  readonly lastEvent: number
}

/** Returns the latest event of a store. */
export function lastEventOf({ context, store }: StoreTable): number {
  return readInteger(context.storeDb(store.id), 'SELECT max(id) FROM events')
}

/** Creates the note for the next page. */
export function outcomeNote(place: StoreTable, { label, before, after, lastEvent }: Outcome): Note {
  const changes = before === null || after === null ? [] : changedColumns(before, after)
  return {
    part: 'data',
    tone: 'good',
    body: html`<p>${label}: done.</p>
      ${changes.map(
        ({ column, was, is }) =>
          html`<p><code>${column}</code> changed from <del>${was}</del> to <ins>${is}</ins>.</p>`,
      )}
      ${eventLines(place, lastEvent)}`,
  }
}

/** Returns the changed columns with their values as text. */
function changedColumns(before: Row, after: Row): { column: string; was: string; is: string }[] {
  return Object.keys(after)
    .filter((column) => before[column] !== after[column])
    .map((column) => ({ column, was: shown(before[column]), is: shown(after[column]) }))
}

function shown(value: Row[string] | undefined): string {
  return value === null || value === undefined ? 'null' : String(value)
}

function eventLines(place: StoreTable, lastEvent: number): Html {
  const { context, store } = place
  const events = prepared(
    context.storeDb(store.id),
    'SELECT id, event_id, topic FROM events WHERE id > ? ORDER BY id LIMIT 50',
  ).all(lastEvent)
  if (events.length === 0) return html`<p>No event was sent, because no topic covers this change.</p>`
  return html`${events.map((event) => {
    const eventId = text(event, 'event_id')
    const deliveries = listDeliveries(context, eventId)
    const queue = tableAddress(
      { ...place, name: 'deliveries' },
      { filters: [{ column: 'event_id', is: 'equals', value: eventId }] },
    )
    return html`<p>
      <a href="${rowAddress({ ...place, name: 'events' }, [String(integer(event, 'id'))])}">${text(event, 'topic')}</a>
      <code>${eventId}</code>:
      ${deliveries === 0 ? 'no install is subscribed' : html`<a href="${queue}">deliveries: ${deliveries}</a>`}.
    </p>`
  })}`
}

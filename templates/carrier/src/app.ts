import { createApp } from 'svcapp-kit'
import { database } from 'svcapp-kit/node'

import { orderSlot } from './order-slot.ts'
import { overview } from './panel.ts'
import { bookShipment, requestedShipment } from './shipments.ts'

/** State is stored in data/app.db. */
export const app = createApp({ env: process.env, database: database(process.env) })
  .panel('panel', overview)
  .slot('slots/order', orderSlot)

const book = app.job('book', bookShipment)
// The row and the job are written together. The job waits for the carrier, and is retried without the event.
app.on('shipment.create_requested', ({ event }) => [
  requestedShipment(event),
  book({ reference: event.id, orderId: event.orderId }, event),
])

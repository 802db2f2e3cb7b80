import { createApp } from 'svcapp-kit'
import { database } from 'svcapp-kit/node'

import { orderPaid } from './order-paid.ts'
import { orderSlot } from './order-slot.ts'
import { overview } from './panel.ts'

/** State is stored in data/app.db. */
export const app = createApp({ env: process.env, database: database(process.env) })
  .on('order.paid', orderPaid)
  .panel('panel', overview)
  .slot('slots/order', orderSlot)

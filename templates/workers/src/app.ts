import { createApp, type App, type AppOptions } from 'svcapp-kit'

import { orderPaid } from './order-paid.ts'
import { orderSlot } from './order-slot.ts'
import { overview } from './panel.ts'

/** The app of any runtime. Handlers run before the response to a delivery: an isolate may end at any moment after it. */
export function appOn(runtime: Pick<AppOptions, 'env' | 'database'>): App {
  return createApp({ ...runtime, work: 'inline' })
    .on('order.paid', orderPaid)
    .panel('panel', overview)
    .slot('slots/order', orderSlot)
}

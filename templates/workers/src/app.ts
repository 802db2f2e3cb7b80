import { createApp, type App, type AppOptions } from 'svcapp-kit'

import { orderPaid } from './order-paid.ts'
import { orderSlot } from './order-slot.ts'
import { overview } from './panel.ts'

/** The app for any runtime. Handlers run before the response to a delivery, because an isolate can stop any time after it. */
export function appOn(runtime: Pick<AppOptions, 'env' | 'database'>): App {
  return createApp({ ...runtime, work: 'inline' })
    .on('order.paid', orderPaid)
    .panel('panel', overview)
    .slot('slots/order', orderSlot)
}

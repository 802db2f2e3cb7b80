import * as Args from '@oclif/core/args'

import { AppCommand } from '../command.ts'
import type { OrderOperation, PlacedOrder } from '../control/contract.ts'
import { AppError } from '../errors.ts'
import { style } from '../terminal/style.ts'
import { placedOrderView } from '../views/placed-order.ts'
import { emulatorOnly } from './emulator-only.ts'
import { orderStore, orderStoreFlag } from './order-store.ts'

/** A command that changes one order on the emulator, as the store or its customer would. */
export abstract class OrderCommand extends AppCommand<PlacedOrder> {
  static override args = { order: Args.string({ required: true, description: 'Order id.' }) }

  static override flags = orderStoreFlag

  protected abstract readonly operation: OrderOperation

  async run(): Promise<PlacedOrder> {
    const { args, flags } = await this.parse(this.ctor as typeof OrderCommand)
    emulatorOnly(flags.target ?? this.context.env['SVCAPP_TARGET'], 'Changing an order')
    const control = await this.control()
    const { identity } = await this.target()
    const { code } = await orderStore({ context: this.context, control, identity }, flags.store)
    const order = await control.changeOrder(code, orderId(args.order), this.operation)
    const { width, colour } = this.context.terminal
    this.show(placedOrderView(order, { width, style: style(colour) }))
    return order
  }
}

function orderId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new AppError('usage.invalid', `${JSON.stringify(text)} is not an order id.`, {
    suggestions: ['app call orders list', 'app emulator order place'],
  })
}

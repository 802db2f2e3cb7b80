import * as Args from '@oclif/core/args'

import { AppCommand, type AppCommandClass } from '../command.ts'
import type { OrderOperation, PlacedOrder } from '../control/contract.ts'
import { AppError } from '../errors.ts'
import { placedOrderView } from '../views/emulator/placed-order.ts'
import { storeFlag } from './flags.ts'

/** A command that changes one order on the emulator, as the store or its customer would. */
export function orderCommand(operation: OrderOperation, summary: string): AppCommandClass<PlacedOrder> {
  return class OrderCommand extends AppCommand<PlacedOrder> {
    static override summary = summary

    static override examples = ['<%= config.bin %> <%= command.id %> 41']

    static override args = { order: Args.string({ required: true, description: 'Order id.' }) }

    static override flags = storeFlag

    async run(): Promise<PlacedOrder> {
      const { args, flags } = await this.parse(OrderCommand)
      const { control, code } = await this.storeControl('Changing an order', flags.store)
      const order = await control.changeOrder({ store: code, id: orderId(args.order), operation })
      this.show(placedOrderView(order, this.looks))
      return order
    }
  }
}

function orderId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new AppError('usage.invalid', `${JSON.stringify(text)} is not an order id.`, {
    suggestions: ['app call orders list', 'app emulator order place'],
  })
}

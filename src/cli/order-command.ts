import type { AppCommandClass } from '../cli.ts'
import type { OrderOperation, PlacedOrder } from '../control/contract.ts'
import { placedOrderView } from '../views/emulator/placed-order.ts'
import { operationCommand } from './operation-command.ts'

/** Creates a command that changes one order on the emulator, as its store or customer would. */
export function orderCommand(operation: OrderOperation, summary: string): AppCommandClass<PlacedOrder> {
  const isShipping = operation === 'ship'
  return operationCommand('changeOrder', {
    summary,
    examples: [
      '<%= config.bin %> <%= command.id %> 41',
      ...(isShipping
        ? ['<%= config.bin %> <%= command.id %> 41 --carrier "Example Post" --tracking-number EX100']
        : []),
    ],
    known: { operation },
    without: isShipping ? [] : ['carrier', 'trackingNumber'],
    spelling: { id: { as: 'order', isArgument: true, idOf: ['order', 'app call orders list'] } },
    view: placedOrderView,
  })
}

import { operationCommand } from '../../../cli/operation-command.ts'
import { readItems } from '../../../tasks/emulator/order-items.ts'
import { placedOrderView } from '../../../views/emulator/placed-order.ts'

export default operationCommand('placeOrder', {
  summary: 'Place an order as a customer would (sends order.created)',
  examples: [
    '<%= config.bin %> <%= command.id %> --region tr',
    '<%= config.bin %> <%= command.id %> --store demo --paid --item 3=2 --item 5',
  ],
  spelling: {
    items: {
      as: 'item',
      shows: '<product[=quantity]>',
      about: 'Product id or id=quantity. Default: one piece of the first product.',
      read: readItems,
    },
  },
  view: placedOrderView,
})

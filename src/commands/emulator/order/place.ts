import { operationCommand } from '../../../command/operation-command.ts'
import { readItems } from '../../../tasks/emulator/order-items.ts'
import { placedOrderView } from '../../../views/emulator/placed-order.ts'

export default operationCommand('placeOrder', {
  summary: 'Place an order on the emulator, as a customer would; order.created goes out.',
  examples: [
    '<%= config.bin %> <%= command.id %> --region tr',
    '<%= config.bin %> <%= command.id %> --store demo --paid --item 3=2 --item 5',
  ],
  spelling: {
    items: {
      as: 'item',
      shows: '<product[=quantity]>',
      about: 'A product id, or id=quantity; one piece of the first product when left out.',
      read: readItems,
    },
  },
  view: placedOrderView,
})

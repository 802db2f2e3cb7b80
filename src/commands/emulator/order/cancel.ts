import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand(
  'cancel',
  'Cancel an order of the emulator that has not been shipped; order.cancelled goes out.',
)

import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('pay', 'Pay an order on the emulator (sends order.paid)')

import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('pay', 'Pay an order of the emulator; order.paid goes out.')

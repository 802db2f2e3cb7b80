import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('refund', 'Refund a paid order of the emulator; order.refunded goes out.')

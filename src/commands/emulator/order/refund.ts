import { orderCommand } from '../../../cli/order-command.ts'

export default orderCommand('refund', 'Refund a paid order on the emulator (sends order.refunded)')

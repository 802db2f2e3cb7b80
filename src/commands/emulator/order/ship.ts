import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('ship', 'Ship a paid order on the emulator (sends order.shipped)')

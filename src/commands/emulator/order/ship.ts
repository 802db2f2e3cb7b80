import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('ship', 'Ship a paid order of the emulator; order.shipped goes out.')

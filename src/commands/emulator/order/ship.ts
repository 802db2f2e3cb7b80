import { orderCommand } from '../../../cli/order-command.ts'

export default orderCommand('ship', 'Mark a paid order as shipped (sends order.shipped)')

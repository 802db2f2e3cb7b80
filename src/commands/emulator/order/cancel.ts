import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('cancel', 'Cancel an order before shipment (sends order.cancelled)')

import { orderCommand } from '../../../cli/order-command.ts'

export default orderCommand('cancel', 'Cancel an order before shipment (sends order.cancelled)')

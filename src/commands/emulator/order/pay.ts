import { orderCommand } from '../../../cli/order-command.ts'

export default orderCommand('pay', 'Mark an order as paid (sends order.paid)')

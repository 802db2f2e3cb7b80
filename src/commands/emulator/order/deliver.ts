import { orderCommand } from '../../../cli/order-command.ts'

export default orderCommand('deliver', 'Mark a shipped order as delivered (sends no event)')

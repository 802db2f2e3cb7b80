import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('deliver', 'Deliver a shipped order to the customer (sends no event)')

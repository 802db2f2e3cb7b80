import { orders } from '../../../catalog/orders.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { orderTable } from '../../../views/orders.ts'

export default endpointCommand(orders.list, orderTable)

import { orders } from '../../../catalog/orders.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { orderDetail } from '../../../views/orders.ts'

export default endpointCommand(orders.get, orderDetail)

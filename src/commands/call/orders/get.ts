import { endpointCommand } from '../../../call.ts'
import { orders } from '../../../catalog/resources/orders.ts'
import { orderDetail } from '../../../views/call/orders.ts'

export default endpointCommand(orders.get, orderDetail)

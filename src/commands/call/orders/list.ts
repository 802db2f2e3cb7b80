import { endpointCommand } from '../../../call.ts'
import { orders } from '../../../catalog/resources/orders.ts'
import { orderTable } from '../../../views/call/orders.ts'

export default endpointCommand(orders.list, orderTable)

import { endpointCommand } from '../../../call.ts'
import { orderCosts } from '../../../catalog/resources/order-costs.ts'
import { writtenCost } from '../../../views/call/order-costs.ts'

export default endpointCommand(orderCosts.put, writtenCost)

import { endpointCommand } from '../../../call.ts'
import { orderCosts } from '../../../catalog/resources/order-costs.ts'
import { deletedCost } from '../../../views/call/order-costs.ts'

export default endpointCommand(orderCosts.delete, deletedCost)

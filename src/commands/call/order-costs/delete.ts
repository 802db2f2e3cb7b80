import { orderCosts } from '../../../catalog/order-costs.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { deletedCost } from '../../../views/order-costs.ts'

export default endpointCommand(orderCosts.delete, deletedCost)

import { orderCosts } from '../../../catalog/order-costs.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { costTable } from '../../../views/order-costs.ts'

export default endpointCommand(orderCosts.list, costTable)

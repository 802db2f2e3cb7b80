import { endpointCommand } from '../../../call.ts'
import { orderCosts } from '../../../catalog/resources/order-costs.ts'
import { costTable } from '../../../views/call/order-costs.ts'

export default endpointCommand(orderCosts.list, costTable)

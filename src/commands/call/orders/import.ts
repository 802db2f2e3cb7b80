import { endpointCommand } from '../../../call.ts'
import { orders } from '../../../catalog/resources/orders.ts'
import { importedOrder } from '../../../views/call/orders.ts'

export default endpointCommand(orders.import, importedOrder)

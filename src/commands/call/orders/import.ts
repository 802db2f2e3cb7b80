import { orders } from '../../../catalog/orders.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { importedOrder } from '../../../views/orders.ts'

export default endpointCommand(orders.import, importedOrder)

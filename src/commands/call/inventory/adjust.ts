import { endpointCommand } from '../../../call.ts'
import { inventory } from '../../../catalog/resources/inventory.ts'
import { withOwnWarehouse } from '../../../tasks/call/own-warehouse.ts'
import { adjustedStock } from '../../../views/call/inventory.ts'

export default endpointCommand(inventory.adjust, adjustedStock, { prepareBody: withOwnWarehouse })

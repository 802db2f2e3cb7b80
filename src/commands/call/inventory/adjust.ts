import { inventory } from '../../../catalog/inventory.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { withOwnWarehouse } from '../../../tasks/own-warehouse.ts'
import { adjustedStock } from '../../../views/inventory.ts'

export default endpointCommand(inventory.adjust, adjustedStock, { prepareBody: withOwnWarehouse })

import { endpointCommand } from '../../../call.ts'
import { warehouses } from '../../../catalog/resources/warehouses.ts'
import { warehouseTable } from '../../../views/call/warehouses.ts'

export default endpointCommand(warehouses.list, warehouseTable)

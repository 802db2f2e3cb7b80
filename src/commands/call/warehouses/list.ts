import { warehouses } from '../../../catalog/warehouses.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { warehouseTable } from '../../../views/warehouses.ts'

export default endpointCommand(warehouses.list, warehouseTable)

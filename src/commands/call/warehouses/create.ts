import { warehouses } from '../../../catalog/warehouses.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { createdWarehouse } from '../../../views/warehouses.ts'

export default endpointCommand(warehouses.create, createdWarehouse)

import { endpointCommand } from '../../../call.ts'
import { warehouses } from '../../../catalog/resources/warehouses.ts'
import { createdWarehouse } from '../../../views/call/warehouses.ts'

export default endpointCommand(warehouses.create, createdWarehouse)

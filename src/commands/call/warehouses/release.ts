import { endpointCommand } from '../../../call.ts'
import { warehouses } from '../../../catalog/resources/warehouses.ts'
import { releasedWarehouse } from '../../../views/call/warehouses.ts'

export default endpointCommand(warehouses.release, releasedWarehouse)

import { warehouses } from '../../../catalog/warehouses.ts'
import { endpointCommand } from '../../../endpoint-command.ts'
import { releasedWarehouse } from '../../../views/warehouses.ts'

export default endpointCommand(warehouses.release, releasedWarehouse)
